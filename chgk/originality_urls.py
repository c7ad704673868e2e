"""Addresses of the bank's search, of likenesses and of claims (§4.1.3)."""

from django.urls import URLPattern, path

from chgk.views import bank_claims, bank_originality, bank_search

urlpatterns: list[URLPattern] = [
    path("search/", bank_search.search, name="bank_search"),
    path("likenesses/", bank_originality.likenesses, name="bank_likenesses"),
    path("likenesses/<int:likeness_id>/", bank_originality.likeness, name="bank_likeness"),
    path("likenesses/<int:likeness_id>/settle/", bank_originality.settle, name="bank_settle_likeness"),
    path(
        "packages/<int:package_id>/originality/",
        bank_originality.package_likenesses,
        name="bank_package_likenesses",
    ),
    path("questions/<int:question_id>/claim/", bank_claims.new_claim, name="bank_new_claim"),
    path("claims/", bank_claims.claim_list, name="bank_claims"),
    path("claims/<int:claim_id>/", bank_claims.claim, name="bank_claim"),
    path("claims/<int:claim_id>/do/<slug:what>/", bank_claims.deed, name="bank_claim_deed"),
]
