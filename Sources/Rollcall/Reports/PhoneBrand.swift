/// Who made a phone, by what it calls itself: `Pixel 8`, `SM-G991B`, `moto g54`.
public enum PhoneBrand {
  /// The maker; empty where the first word is no brand's, because people name their phones after themselves.
  public static func maker(ofPhoneCalled name: String) -> String {
    let first = name.lowercased().split { !($0.isLetter || $0.isNumber) }.first.map(String.init)
    return first.flatMap { makers[$0] } ?? ""
  }

  private static let makers: [String: String] = [
    "iphone": "Apple", "ipad": "Apple", "apple": "Apple", "pixel": "Google", "google": "Google",
    "samsung": "Samsung", "galaxy": "Samsung", "sm": "Samsung", "xiaomi": "Xiaomi", "redmi": "Xiaomi",
    "poco": "Xiaomi", "mi": "Xiaomi", "huawei": "Huawei", "honor": "Honor", "oppo": "OPPO",
    "oneplus": "OnePlus", "realme": "realme", "vivo": "vivo", "iqoo": "vivo", "motorola": "Motorola",
    "moto": "Motorola", "nokia": "Nokia", "hmd": "HMD", "sony": "Sony", "xperia": "Sony",
    "fairphone": "Fairphone", "nothing": "Nothing", "asus": "Asus", "lg": "LG", "htc": "HTC", "tcl": "TCL",
    "cat": "Cat", "doro": "Doro", "gigaset": "Gigaset", "zebra": "Zebra", "honeywell": "Honeywell",
    "ulefone": "Ulefone", "blackview": "Blackview", "doogee": "Doogee", "crosscall": "Crosscall",
  ]
}
