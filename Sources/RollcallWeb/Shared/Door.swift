/// Admission by credential: a login's cookie, a key, a screen's cookie, a phone's token.
struct Door: WebPart {
  let web: Web
}

extension Web {
  var door: Door { Door(web: self) }
}
