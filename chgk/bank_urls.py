"""Addresses of the question bank: questions, packages, their tests, files and originality (chapter 4)."""

from django.urls import URLPattern, path

from chgk import originality_urls, question_urls, testing_urls
from chgk.views import bank_booklets, bank_files, bank_packages, bank_statistics

urlpatterns: list[URLPattern] = [
    *testing_urls.urlpatterns,
    path("", bank_packages.bank, name="bank"),
    path("packages/new/", bank_packages.new_package, name="bank_new_package"),
    path("packages/<int:package_id>/", bank_packages.package, name="bank_package"),
    path("packages/<int:package_id>/do/<slug:what>/", bank_packages.deed, name="bank_package_deed"),
    path("packages/<int:package_id>/open/", bank_packages.open_closed, name="bank_open_package"),
    path("packages/<int:package_id>/booklet/", bank_booklets.booklet, name="bank_booklet"),
    path("statistics/", bank_statistics.statistics, name="bank_statistics"),
    path("packages/<int:package_id>/files/", bank_files.uploads, name="bank_files"),
    path("packages/<int:package_id>/export/", bank_files.export, name="bank_export"),
    path("files/<int:upload_id>/", bank_files.upload, name="bank_file"),
    path("files/<int:upload_id>/import/", bank_files.confirm, name="bank_file_import"),
    path("files/<int:upload_id>/discard/", bank_files.discard, name="bank_file_discard"),
    *question_urls.urlpatterns,
    *originality_urls.urlpatterns,
]
