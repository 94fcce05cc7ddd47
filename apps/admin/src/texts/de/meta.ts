import type { meta as english } from '../en/meta';
import type { Translation } from '../translation';

export const meta: Translation<typeof english> = {
  'meta.title': 'Metadaten',
  'meta.lead':
    'Freie Schlüssel und Werte, die Apps und Skripte zu Bestellungen, Produkten und anderem speichern.',
  'meta.new': 'Neues Metaobjekt',
  'meta.resourceType': 'Ressourcentyp',
  'meta.resourceType.description':
    'Zum Beispiel „orders“. Auch Typen, die es auf dieser Plattform nicht gibt.',
  'meta.resourceType.missing': 'Geben Sie den Ressourcentyp ein.',
  'meta.resourceId': 'Ressourcen-ID',
  'meta.resourceId.description': 'Mehrere Metaobjekte können zur selben Ressource gehören.',
  'meta.resourceId.missing': 'Geben Sie die ID der Ressource ein.',
  'meta.suggestions': 'Vorschläge: {label}',

  'meta.question.any': 'Beliebig',
  'meta.question.ask': 'Suchen',
  'meta.question.clear': 'Zurücksetzen',
  'meta.question.unreadable':
    'Diese Adresse enthält einen Filter, der hier nicht dargestellt werden kann. Eine Suche ersetzt ihn ' +
    'durch die Felder.',
  'meta.conditions': 'Bedingungen für Schlüssel',
  'meta.conditions.lead': 'Alle müssen zutreffen.',
  'meta.condition': 'Bedingung {number}',
  'meta.condition.add': 'Bedingung hinzufügen',
  'meta.condition.remove': 'Bedingung {number} entfernen',
  'meta.condition.key': 'Schlüssel',
  'meta.condition.key.missing': 'Geben Sie einen Schlüssel ein.',
  'meta.condition.operator': 'Operator',
  'meta.condition.type': 'Typ des Werts',
  'meta.condition.value': 'Wert',
  'meta.condition.value.empty': 'Leerer Text',
  'meta.condition.value.number': 'Geben Sie eine Zahl wie in JSON ein, z. B. 5, -0.25 oder 1e3.',
  'meta.condition.value.order':
    'Wahr und falsch haben keine Reihenfolge: Wählen Sie „ist“ oder „ist nicht“ oder einen anderen Typ.',
  'meta.condition.value.rounded': 'Verglichen als {kept}',
  'meta.condition.malformed': 'Enthält ungültige Zeichen.',
  'meta.operator.equal': '= ist',
  'meta.operator.other': '≠ ist nicht',
  'meta.operator.greater': '> größer als',
  'meta.operator.greaterOrEqual': '≥ mindestens',
  'meta.operator.less': '< kleiner als',
  'meta.operator.lessOrEqual': '≤ höchstens',
  'meta.operator.has': 'hat den Schlüssel',
  'meta.type.text': 'Text',
  'meta.type.number': 'Zahl',
  'meta.type.boolean': 'Wahr oder falsch',
  'meta.order': 'Sortierung',
  'meta.order.-id': 'Neueste zuerst',
  'meta.order.id': 'Älteste zuerst',
  'meta.order.resource_type': 'Nach Ressourcentyp',
  'meta.order.-resource_type': 'Nach Ressourcentyp, absteigend',
  'meta.order.resource_id': 'Nach Ressourcen-ID',
  'meta.order.-resource_id': 'Nach Ressourcen-ID, absteigend',

  'meta.results': 'Ergebnisse',
  'meta.count.all': '{count, plural, =0 {Nichts gefunden} one {# Objekt} other {# Objekte}}',
  'meta.count.page':
    '{count, plural, =0 {Nichts auf dieser Seite} one {# Objekt auf dieser Seite} other {# Objekte auf dieser Seite}}',
  'meta.column.id': 'ID',
  'meta.column.resource': 'Ressource',
  'meta.column.keys': 'Schlüssel',
  'meta.column.updated': 'Aktualisiert',
  'meta.column.created': 'Erstellt',
  'meta.column.version': 'Version',
  'meta.keys.none': 'Keine Schlüssel',
  'meta.keys.more': '+{count}',
  'meta.refused': 'Die API kann diese Suche nicht ausführen',
  'meta.empty.title': 'Noch keine Metadaten',
  'meta.empty.lead':
    'Hier speichern Apps und Skripte, was sie über Bestellungen, Produkte oder Kunden wissen: einen ' +
    'Kurier, einen Grußtext, eine Nummer in einem anderen System.',
  'meta.none.title': 'Keine Treffer',
  'meta.none.lead':
    'Ein Text ist nie gleich einer Zahl, und eine Bedingung trifft nur zu, wo es den Schlüssel gibt.',

  'meta.object': 'Metaobjekt',
  'meta.object.title': '{type} {id}',
  'meta.object.back': 'Zurück zu den Ergebnissen',
  'meta.object.all': 'Alle Metadaten',
  'meta.object.missing': 'Dieses Metaobjekt gibt es nicht',
  'meta.object.missing.lead': 'Es wurde gelöscht oder gehört zu einem anderen Shop.',
  'meta.data': 'Daten',
  'meta.data.yours': 'Ihre Eingabe',
  'meta.mode': 'Art des Speicherns',
  'meta.mode.replace': 'Ersetzen',
  'meta.mode.replace.description': 'Nur was oben steht, wird gespeichert',
  'meta.mode.merge': 'Zusammenführen',
  'meta.mode.merge.description':
    'Die Schlüssel oben werden gesetzt, null entfernt einen Schlüssel, alle anderen bleiben',
  'meta.saveKeys': 'Strg S speichert',
  'meta.saved': 'Metadaten von {name} gespeichert',

  'meta.changes': 'Änderungen beim Speichern',
  'meta.changes.yours': 'Ihre Änderungen',
  'meta.changes.none': 'Keine: Alles ist bereits gespeichert.',
  'meta.changes.added': 'Neu',
  'meta.changes.changed': 'Geändert',
  'meta.changes.removed': 'Entfernt',
  'meta.changes.more': 'und {count} weitere',
  'meta.changes.left':
    '{count, plural, one {# Schlüssel bleibt unverändert} other {# Schlüssel bleiben unverändert}}: {keys}',

  'meta.conflict.title': 'Jemand hat das geändert, während Sie es bearbeitet haben',
  'meta.conflict.text':
    'Es wurde nichts gespeichert, und Ihre Eingaben sind erhalten. Entscheiden Sie, wie es weitergeht; ' +
    'vor dem Speichern können Sie alles prüfen.',
  'meta.conflict.combine': 'Beides zusammenführen',
  'meta.conflict.mine': 'Meine behalten',
  'meta.conflict.newest': 'Neuere übernehmen',
  'meta.conflict.newer': 'Jetzt gespeichert: Version {version}, {time}',
  'meta.conflict.stored': 'Jetzt gespeichert',
  'meta.conflict.theirs': 'Geändert, seit Sie begonnen haben:',
  'meta.aside': 'Ihre Eingaben sind zurückgelegt.',
  'meta.aside.back': 'Wiederherstellen',
  'meta.aside.forget': 'Verwerfen',
  'meta.gone.title': 'Jemand hat das gelöscht, während Sie es bearbeitet haben',
  'meta.gone.text':
    'Ihre Eingaben sind erhalten. Sie können daraus ein neues Metaobjekt für dieselbe Ressource anlegen.',
  'meta.gone.create': 'Neu anlegen',

  'meta.delete': 'Löschen',
  'meta.delete.title': 'Dieses Metaobjekt löschen?',
  'meta.delete.text':
    'Seine Schlüssel und Werte zu {type} {id} werden endgültig gelöscht, für alle Apps, die sie verwenden.',
  'meta.delete.done': 'Metadaten von {name} gelöscht',
  'meta.delete.newer': 'Nicht gelöscht: Jemand hat es gerade geändert. Das ist die neuere Version.',

  'meta.new.title': 'Neues Metaobjekt',
  'meta.new.submit': 'Erstellen',
  'meta.created': 'Metadaten von {name} erstellt',

  'meta.request.title': 'Die genaue Anfrage',
  'meta.request.which': 'Anfrage',
  'meta.request.label': 'curl-Befehl',
  'meta.request.lead':
    'Die Shell-Variable {variable} enthält Ihren Token; erstellen Sie einen unter {place}.',
  'meta.request.place': 'API-Zugriff',
  'meta.request.list': 'Suchen',
  'meta.request.read': 'Lesen',
  'meta.request.save': 'Speichern',
  'meta.request.delete': 'Löschen',
  'meta.request.create': 'Erstellen',

  'meta.json.format': 'Formatieren',
  'meta.json.status':
    'Gültiges JSON · {count, plural, one {# Schlüssel} other {# Schlüssel}} · {bytes, number} Byte',
  'meta.json.place': 'Zeile {line}, Spalte {column}',
  'meta.json.said': '{said}',
  'meta.json.empty': 'Geben Sie ein JSON-Objekt in geschweiften Klammern ein.',
  'meta.json.object': 'Es muss ein Objekt mit Schlüsseln in geschweiften Klammern sein.',
  'meta.json.value': 'Hier fehlt ein Wert.',
  'meta.json.key': 'Hier fehlt ein Schlüssel in doppelten Anführungszeichen.',
  'meta.json.colon': 'Nach dem Schlüssel fehlt ein Doppelpunkt.',
  'meta.json.commaOrBrace': 'Hier fehlt ein Komma oder die schließende geschweifte Klammer.',
  'meta.json.commaOrBracket': 'Hier fehlt ein Komma oder die schließende eckige Klammer.',
  'meta.json.trailingComma': 'Nach diesem Komma folgt nichts: Entfernen Sie es.',
  'meta.json.singleQuotes': 'JSON verwendet nur doppelte Anführungszeichen.',
  'meta.json.comment': 'JSON kennt keine Kommentare.',
  'meta.json.literal':
    'Kein JSON-Wert: Texte brauchen doppelte Anführungszeichen; sonst gibt es true, false und null.',
  'meta.json.number': 'Keine JSON-Zahl: Schreiben Sie sie wie 5, -0.25 oder 1e3.',
  'meta.json.escape':
    'Diese Escape-Sequenz gibt es nicht. Möglich sind \\" \\\\ \\/ \\b \\f \\n \\r \\t und \\u mit vier ' +
    'Hexadezimalziffern.',
  'meta.json.control': 'Steuerzeichen werden als Escape-Sequenz geschrieben, z. B. \\t.',
  'meta.json.unclosedString': 'Das schließende Anführungszeichen dieses Textes fehlt.',
  'meta.json.unclosedObject': 'Die schließende geschweifte Klammer dazu fehlt.',
  'meta.json.unclosedArray': 'Die schließende eckige Klammer dazu fehlt.',
  'meta.json.after': 'Nach dem Ende des Objekts darf nichts folgen.',
  'meta.json.deep': 'Das ist zu tief verschachtelt.',
  'meta.json.malformed': 'Enthält ungültige Zeichen.',
  'meta.json.integer':
    'Ganze Zahlen reichen bis 9007199254740991, alle Zahlen bis 1.8e308; darüber gehen Ziffern verloren. ' +
    'Schreiben Sie sie als Text in doppelten Anführungszeichen.',
  'meta.json.rounded':
    '{typed} wird als {kept} gespeichert, genauer geht es nicht. Schreiben Sie die Zahl als Text, um ' +
    'jede Ziffer zu behalten.',
  'meta.json.twice': 'Der Schlüssel „{key}“ kommt zweimal vor; nur der letzte wird gespeichert.',
};
