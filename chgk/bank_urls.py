"""Addresses of the question bank: questions, packages, their tests, files and originality (chapter 4)."""

from django.urls import URLPattern, path

from chgk.views import bank_booklets, bank_packages

urlpatterns: list[URLPattern] = [
    path("", bank_packages.bank, name="bank"),
    path("packages/new/", bank_packages.new_package, name="bank_new_package"),
    path("packages/<int:package_id>/", bank_packages.package, name="bank_package"),
    path("packages/<int:package_id>/do/<slug:what>/", bank_packages.deed, name="bank_package_deed"),
    path("packages/<int:package_id>/open/", bank_packages.open_closed, name="bank_open_package"),
    path("packages/<int:package_id>/booklet/", bank_booklets.booklet, name="bank_booklet"),
]
