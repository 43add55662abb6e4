/// A country, by which telephone numbers without a country code are read.
public struct Country: Hashable, Sendable {
  /// ISO 3166-1, two capital letters.
  public let code: String
  /// Its calling code: `386`.
  public let callingCode: String
  /// What people dial before a number inside the country, and leave out after the calling code; may be empty.
  public let trunk: String

  /// The country of a code in capital or small letters; `nil` = there is none.
  public init?(_ code: String) {
    let wanted = code.uppercased()
    guard let found = Self.all.first(where: { $0.code == wanted }) else { return nil }
    self = found
  }

  private init(code: String, callingCode: String, trunk: String) {
    (self.code, self.callingCode, self.trunk) = (code, callingCode, trunk)
  }

  /// Every country, by its code.
  public static let all: [Country] = table.split(separator: " ").compactMap { entry in
    let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    return Country(code: String(parts[0]), callingCode: String(parts[1]), trunk: String(parts[2]))
  }

  /// Code, calling code (ITU list E.164) and trunk prefix.
  private static let table = """
    AD:376: AE:971:0 AF:93:0 AG:1:1 AI:1:1 AL:355:0 AM:374:0 AO:244: AR:54:0 AS:1:1 AT:43:0 AU:61:0 AW:297: AX:358:0 AZ:994:0 \
    BA:387:0 BB:1:1 BD:880:0 BE:32:0 BF:226: BG:359:0 BH:973: BI:257: BJ:229: BL:590:0 BM:1:1 BN:673: BO:591:0 BQ:599: BR:55:0 \
    BS:1:1 BT:975: BW:267: BY:375:8 BZ:501: CA:1:1 CD:243:0 CF:236: CG:242: CH:41:0 CI:225: CK:682: CL:56: CM:237: CN:86:0 \
    CO:57: CR:506: CU:53:0 CV:238: CW:599: CY:357: CZ:420: DE:49:0 DJ:253: DK:45: DM:1:1 DO:1:1 DZ:213:0 EC:593:0 EE:372: \
    EG:20:0 ER:291:0 ES:34: ET:251:0 FI:358:0 FJ:679: FK:500: FM:691: FO:298: FR:33:0 GA:241: GB:44:0 GD:1:1 GE:995:0 GF:594:0 \
    GG:44:0 GH:233:0 GI:350: GL:299: GM:220: GN:224: GP:590:0 GQ:240: GR:30: GT:502: GU:1:1 GW:245: GY:592: HK:852: HN:504: \
    HR:385:0 HT:509: HU:36:06 ID:62:0 IE:353:0 IL:972:0 IM:44:0 IN:91:0 IQ:964:0 IR:98:0 IS:354: IT:39: JE:44:0 JM:1:1 JO:962:0 \
    JP:81:0 KE:254:0 KG:996:0 KH:855:0 KI:686: KM:269: KN:1:1 KP:850:0 KR:82:0 KW:965: KY:1:1 KZ:7:8 LA:856:0 LB:961:0 LC:1:1 \
    LI:423: LK:94:0 LR:231:0 LS:266: LT:370:0 LU:352: LV:371: LY:218:0 MA:212:0 MC:377: MD:373:0 ME:382:0 MF:590:0 MG:261:0 \
    MH:692:1 MK:389:0 ML:223: MM:95:0 MN:976:0 MO:853: MP:1:1 MQ:596:0 MR:222: MS:1:1 MT:356: MU:230: MV:960: MW:265:0 MX:52: \
    MY:60:0 MZ:258: NA:264:0 NC:687: NE:227: NG:234:0 NI:505: NL:31:0 NO:47: NP:977:0 NR:674: NU:683: NZ:64:0 OM:968: PA:507: \
    PE:51:0 PF:689: PG:675: PH:63:0 PK:92:0 PL:48: PM:508:0 PR:1:1 PS:970:0 PT:351: PW:680: PY:595:0 QA:974: RE:262:0 RO:40:0 \
    RS:381:0 RU:7:8 RW:250:0 SA:966:0 SB:677: SC:248: SD:249:0 SE:46:0 SG:65: SI:386:0 SK:421:0 SL:232:0 SM:378: SN:221: SO:252:0 \
    SR:597: SS:211:0 ST:239: SV:503: SX:1:1 SY:963:0 SZ:268: TC:1:1 TD:235: TG:228: TH:66:0 TJ:992: TL:670: TM:993:8 TN:216: \
    TO:676: TR:90:0 TT:1:1 TV:688: TW:886:0 TZ:255:0 UA:380:0 UG:256:0 US:1:1 UY:598:0 UZ:998: VA:39: VC:1:1 VE:58:0 VG:1:1 \
    VI:1:1 VN:84:0 VU:678: WF:681: WS:685: XK:383:0 YE:967:0 YT:262:0 ZA:27:0 ZM:260:0 ZW:263:0
    """
}

extension PhoneNumber {
  /// Reads a number as people write it: with `+` or `00`, or as it is dialled inside `country`, also without the
  /// first zero that spreadsheets take away. `nil` when it could be two numbers.
  public init?(_ text: String, in country: Country?) {
    if let number = PhoneNumber(text) {
      self = number
      return
    }
    let between = Array(" -.()/".utf8) + [0xC2, 0xA0]
    let kept = text.utf8.filter { !between.contains($0) }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard (4...18).contains(kept.count), kept.allSatisfy(digits.contains) else { return nil }
    let all = String(decoding: kept, as: UTF8.self)
    if all.hasPrefix("00") {
      self.init("+\(all.dropFirst(2))")
      return
    }
    guard let country else { return nil }
    // 386 40 123 456 has lost its plus, or the zero of an area 0386: nobody but the author knows.
    if !country.trunk.isEmpty, country.trunk != country.callingCode, all.hasPrefix(country.callingCode),
      kept.count >= country.callingCode.utf8.count + 7
    {
      return nil
    }
    let national =
      country.trunk.isEmpty || !all.hasPrefix(country.trunk)
      ? all : String(all.dropFirst(country.trunk.count))
    self.init("+\(country.callingCode)\(national)")
  }
}
