"""Addresses of the class register, below /register/."""

from django.urls import path

from tournaments.views import register, register_counts, register_uploads

urlpatterns = [
    path("", register.home, name="register"),
    path("lessons/new/", register.new_lesson, name="new_lesson"),
    path("lessons/<int:lesson_id>/", register.lesson, name="lesson"),
    path("lessons/<int:lesson_id>/change/", register.edit_lesson, name="edit_lesson"),
    path("lessons/<int:lesson_id>/delete/", register.remove_lesson, name="delete_lesson"),
    path("month/", register_counts.month, name="register_month"),
    path("mine/", register_counts.own, name="own_register"),
    path("houses/<str:key>/", register_counts.house, name="house_register"),
    path("uploads/", register_uploads.uploads, name="register_uploads"),
    path("uploads/<int:upload_id>/", register_uploads.upload, name="register_upload"),
    path("uploads/<int:upload_id>/import/", register_uploads.confirm, name="import_register"),
    path("uploads/<int:upload_id>/discard/", register_uploads.discard, name="discard_register_upload"),
]
