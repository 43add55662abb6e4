import Rollcall

/// A problem with a person's phone, and its remedy.
struct TroubleSteps: PagePart {
  var sentence: String
  var advice: [SystemAdvice]

  /// A trouble, with advice for one system if it is known, else for each.
  init(_ trouble: PhoneTrouble, on system: PhoneApp.System?) {
    sentence = trouble.sentence
    let systems = system.map { [$0] } ?? PhoneApp.System.allCases
    advice = systems.map { system in
      var part = SystemAdvice(system, trouble.advice(on: system))
      if ![.silent, .noFix, .neverReported].contains(trouble) { part.makers = [] }
      part.isOnly = systems.count == 1
      return part
    }
  }
}
