import Rollcall
import SQL

extension Channel.Kind: DatabaseValueConvertible {}
extension ChannelNotice.Kind: DatabaseValueConvertible {}
extension NoticeEntry.State: DatabaseValueConvertible {}
extension NoticeResult.Kind: DatabaseValueConvertible {}
