"""The forms of a page, filled in as a browser would."""
from html.parser import HTMLParser


def forms_of(text):
    reader = Reader()
    reader.feed(text)
    return reader.forms


class Form:
    def __init__(self, action, method):
        self.action, self.method, self.fields, self.buttons = action, method, [], []

    def goes_to(self, action):
        return self.method == "post" and self.action.split("?")[0].endswith(action)

    def with_values(self, values):
        """Names and values, with those of the first button unless another one is named. A list stands for several of a
        name, `None` for none."""
        own = self.fields + ([] if any(name in values for name, _ in self.buttons) else self.buttons[:1])
        fields = [(name, value) for name, value in own if name not in values]
        for name, value in values.items():
            if value is not None:
                fields += [(name, one) for one in (value if isinstance(value, list) else [value])]
        return fields


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self.form = [], None
        self.select, self.options, self.area = None, [], None

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form":
            self.form = Form(found.get("action") or "", (found.get("method") or "get").lower())
            self.forms.append(self.form)
        elif self.form is None:
            return
        elif tag == "input":
            self.take(found)
        elif tag == "button" and found.get("name"):
            self.form.buttons.append((found["name"], found.get("value", "")))
        elif tag == "select":
            self.select, self.options = found.get("name"), []
        elif tag == "option" and self.select:
            self.options.append((found.get("value") or "", "selected" in found))
        elif tag == "textarea":
            self.area = [found.get("name"), ""]

    def take(self, found):
        kind, name = found.get("type", "text"), found.get("name")
        if not name or kind in ("submit", "file", "button") or "disabled" in found:
            return
        if kind in ("checkbox", "radio") and "checked" not in found:
            return
        self.form.fields.append((name, found.get("value", "on" if kind == "checkbox" else "")))

    def handle_data(self, data):
        if self.area:
            self.area[1] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select" and self.form is not None and self.select:
            chosen = [value for value, is_chosen in self.options if is_chosen] or [value for value, _ in self.options[:1]]
            self.form.fields += [(self.select, value) for value in chosen[:1]]
            self.select = None
        elif tag == "textarea" and self.form is not None and self.area:
            self.form.fields.append(tuple(self.area))
            self.area = None
