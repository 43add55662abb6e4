import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension DrillWeb {
  /// `GET /w/{ws}/drills/new`: the form, filled in from the query, and the people who would be asked.
  @Sendable func newDrill(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    web.html(pages.render(try page(DrillForm(asked.request.query.pairs), asked, once: Secret.random().text)))
  }

  /// `POST /w/{ws}/drills/new`: shows who would be asked by this form; sends nothing.
  @Sendable func lookAtDrill(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let fields = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let form = DrillForm(fields.pairs)
    let (_, problems) = try judge(form, asked)
    let page = try page(form, asked, once: fields["once"] ?? "", problems)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }

  /// `POST /w/{ws}/drills`: sends it.
  @Sendable func sendDrill(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let fields = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let form = DrillForm(fields.pairs)
    let (drill, problems) = try judge(form, asked)
    let once = fields["once"] ?? ""
    guard let drill, problems.isEmpty else {
      return web.html(pages.render(try page(form, asked, once: once, problems)), status: .badRequest)
    }
    let visitor = asked.visitor
    do throws(StoreError) {
      let id = try store.dispatch.send(
        drill, once: (1...64).contains(once.utf8.count) ? once : nil,
        in: visitor.scope)
      return .redirect(to: Self.drillPath(id, visitor))
    } catch {
      guard let notice = ActionNotice(refused: error) else { throw error }
      return web.html(pages.render(try page(form, asked, once: once, [], notice)), status: .conflict)
    }
  }

  private func judge(
    _ form: DrillForm, _ asked: ConsoleRequest
  ) throws(StoreError) -> (drill: NewDrill?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    var drill: NewDrill?
    do throws(NewDrill.Refusal) {
      drill = try NewDrill(title: form.title, region: form.region, seconds: form.answer)
    } catch {
      problems = error.problems.map { FieldProblem($0) }
    }
    let regions = try store.dispatch.regions(of: asked.visitor.workspace.id)
    if !form.region.utf8.isEmpty, !regions.contains(form.region) {
      problems.append(FieldProblem("region", Words.NewIncident.noRegion(form.region, among: regions)))
    }
    return (drill, problems)
  }

  private func page(
    _ form: DrillForm, _ asked: ConsoleRequest, once: String, _ problems: [FieldProblem] = [],
    _ notice: ActionNotice? = nil
  ) throws(StoreError) -> NewDrillPage {
    let visitor = asked.visitor
    let plan = store.dispatch.drillPlan(
      region: form.region.utf8.isEmpty ? nil : form.region, in: visitor.workspace.id,
      at: store.liveness.vouchedUntil)
    let input = NewDrillPage.Input(
      form: form, once: once, regions: try store.dispatch.regions(of: visitor.workspace.id), plan: plan,
      problems: problems, notice: notice)
    return NewDrillPage(
      input, shell: web.shell(.incidents, visitor, title: Words.Drills.newDrill),
      slug: visitor.workspace.slug,
      person: { personPath($0, visitor) })
  }
}

extension FieldProblem {
  /// The problem in words.
  fileprivate init(_ problem: NewDrill.Problem) {
    switch problem {
    case .title:
      self.init("title", Words.Drills.titleFormat(NewDrill.titleLimit))
    case .answerTime: self.init("answer", Words.Drills.answerFormat)
    }
  }
}
