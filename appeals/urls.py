"""Addresses of appeals."""

from django.urls import path

from appeals.views import appeal, desk, drafts, lists, sheet

app_name = "appeals"
urlpatterns = [
    path("appeals/", lists.archive, name="archive"),
    path("appeals/mine/", lists.mine, name="mine"),
    path("appeals/new/", drafts.new, name="new"),
    path("appeals/seasons/<int:club_id>/", desk.desk, name="desk"),
    path("appeals/seasons/<int:club_id>/<slug:what>/", desk.deed, name="desk_deed"),
    path("appeals/<int:appeal_id>/", appeal.appeal, name="appeal"),
    path("appeals/<int:appeal_id>/edit/", drafts.edit, name="edit"),
    path("appeals/<int:appeal_id>/progress/", appeal.progress, name="progress"),
    path("appeals/<int:appeal_id>/sheet/", sheet.sheet, name="sheet"),
    path("appeals/<int:appeal_id>/do/<slug:what>/", appeal.deed, name="deed"),
]
