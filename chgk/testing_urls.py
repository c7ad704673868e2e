"""Addresses of the beta-tests (§4.2), below the bank's."""

from django.urls import path

from chgk.views import bank_testers, bank_testing, bank_tests_desk

_QUESTION = "tests/<int:package_id>/<int:question_id>/"
urlpatterns = [
    path("tests/", bank_testers.mine, name="bank_tests"),
    path("tests/offer/", bank_testers.offer, name="bank_offer_to_test"),
    path("tests/<int:package_id>/", bank_testing.package, name="bank_test"),
    path("tests/<int:package_id>/return/", bank_testing.give_back, name="bank_return_test"),
    path(_QUESTION, bank_testing.question, name="bank_test_question"),
    path(f"{_QUESTION}pictures/<int:picture_id>/", bank_testing.picture, name="bank_test_picture"),
    path(f"{_QUESTION}<slug:what>/", bank_testing.deed, name="bank_test_deed"),
    path("packages/<int:package_id>/tests/", bank_tests_desk.desk, name="bank_package_tests"),
    path("packages/<int:package_id>/tests/<slug:what>/", bank_tests_desk.deed, name="bank_package_tests_deed"),
    path("testers/<int:club_id>/", bank_testers.testers_page, name="bank_testers"),
    path("testers/<int:club_id>/<slug:what>/", bank_testers.deed, name="bank_testers_deed"),
]
