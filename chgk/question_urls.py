"""Addresses of questions, of drafts on their way to an editor, and of the rows of sources."""

from django.urls import URLPattern, path

from chgk.views import bank_question_deeds, bank_questions, citations

urlpatterns: list[URLPattern] = [
    path("questions/", bank_questions.questions, name="bank_questions"),
    path("questions/new/", bank_questions.new_question, name="bank_new_question"),
    path("questions/<int:question_id>/", bank_questions.question, name="bank_question"),
    path("questions/<int:question_id>/edit/", bank_questions.edit_question, name="bank_edit_question"),
    path("questions/<int:question_id>/pictures/", bank_question_deeds.pictures, name="bank_pictures"),
    path("questions/<int:question_id>/pictures/<int:image_id>/", bank_question_deeds.picture, name="bank_picture"),
    path("questions/<int:question_id>/do/<slug:what>/", bank_question_deeds.deed, name="bank_question_deed"),
    path("packages/<int:package_id>/offers/", bank_question_deeds.offers, name="bank_offers"),
    path("offers/<int:offer_id>/<slug:what>/", bank_question_deeds.offer_deed, name="bank_offer_deed"),
    path("citations/", citations.citations, name="citations"),
]
