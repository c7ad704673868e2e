"""Addresses of the question bank: questions, packages, their tests, files and originality (chapter 4)."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
