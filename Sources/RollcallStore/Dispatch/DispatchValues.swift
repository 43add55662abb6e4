import Rollcall
import SQL

extension Incident.Kind: DatabaseValueConvertible {}
extension Incident.Severity: DatabaseValueConvertible {}
extension Incident.State: DatabaseValueConvertible {}
extension Offer.State: DatabaseValueConvertible {}
extension Offer.Answer: DatabaseValueConvertible {}
extension Assignment.Way: DatabaseValueConvertible {}
extension Asking.Mode: DatabaseValueConvertible {}
extension PushService: DatabaseValueConvertible {}
extension PushJob.Kind: DatabaseValueConvertible {}
extension IncidentStep.Kind: DatabaseValueConvertible {}
