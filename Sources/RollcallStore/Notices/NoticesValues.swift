import Rollcall
import SQL

extension Channel.Kind: DatabaseValueConvertible {}
extension ChannelNotice.Kind: DatabaseValueConvertible {}
