// Every htmx request carries the token that the browser holds now: a login in another tab renews it.
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
  if (token) event.detail.headers["X-CSRFToken"] = token.slice("csrftoken=".length);
});
