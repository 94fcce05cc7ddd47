import type { variants as english } from '../en/variants';
import type { Translation } from '../translation';

export const variants: Translation<typeof english> = {
  'variant.add': 'Variante hinzufügen',
  'variant.edit': 'Bearbeiten',
  'variant.edit.of': '„{title}“ bearbeiten',
  'variant.sku': 'SKU',
  'variant.price': 'Preis ({currency})',
  'variant.compareAt': 'Vergleichspreis ({currency})',
  'variant.compareAt.description': 'Der Preis vorher.',
  'variant.compareAt.warning': 'Nicht höher als der Preis, also kein sichtbarer Rabatt.',
  'variant.stock': 'Bestand',
  'variant.stock.of': 'Bestand von „{title}“',
  'variant.stock.description': 'Leer lassen, wenn Sie den Bestand nicht verfolgen.',
  'variant.stock.negative':
    '{missing, plural, one {# mehr verkauft als vorhanden.} other {# mehr verkauft als vorhanden.}}',
  'variant.stock.late': 'Inzwischen geändert: jetzt {now}.',
  'variant.policy': 'Wenn ausverkauft',
  'variant.policy.deny': 'Verkauf beenden',
  'variant.policy.continue': 'Weiterverkaufen',
  'stock.title': 'Bestand',
  'stock.lead': 'Bestand aller Varianten, die neueste Variante zuerst.',
  'stock.variant': 'Produkt',
  'stock.name': '{product}: {variant}',
  'stock.filter': 'Varianten filtern',
  'stock.filter.all': 'Alle',
  'stock.filter.out': 'Nicht vorrätig',
  'stock.none': 'Noch keine Varianten',
  'stock.noneOut': 'Alle Varianten sind vorrätig',
  'variant.delete.title': '„{title}“ löschen?',
  'variant.delete.text':
    'In Bestellungen bleibt erhalten, was gekauft wurde. Das kann nicht rückgängig gemacht werden.',

  'product.images': 'Bilder',
  'product.images.lead': 'Das erste Bild steht in Listen für das Produkt.',
  'product.images.add': 'Bilder hinzufügen',
  'product.images.none': 'Noch keine Bilder',
  'product.images.none.lead':
    'Ziehen Sie JPEG-, PNG- oder WebP-Dateien hierher, oder fügen Sie sie mit der Schaltfläche hinzu.',
  'product.images.uploading': '{number} von {count} wird hochgeladen: {file}',
  'product.images.uploading.label': 'Fortschritt des Hochladens',
  'product.images.failed':
    '{count, plural, one {# Datei wurde nicht hinzugefügt} other {# Dateien wurden nicht hinzugefügt}}',
  'product.images.failed.of': '„{file}“: {reason}',
  'product.images.problem.type': 'Wählen Sie eine JPEG-, PNG- oder WebP-Datei.',
  'product.images.problem.bytes': 'Wählen Sie eine Datei mit höchstens 10 MB.',
  'product.images.problem.damaged':
    'Die Datei ist beschädigt oder hat ein anderes Format. Speichern Sie sie neu als JPEG oder PNG.',
  'product.images.problem.dimensions':
    'Wählen Sie ein Bild mit höchstens 25 Millionen Pixeln und 10.000 Pixeln je Seite.',
  'product.images.problem.animated': 'Wählen Sie ein Bild, das sich nicht bewegt.',
  'product.images.number': 'Bild {number}',
  'product.images.earlier': 'Bild {number} nach vorn verschieben',
  'product.images.later': 'Bild {number} nach hinten verschieben',
  'product.images.edit': 'Bearbeiten',
  'product.images.edit.of': 'Bild {number} bearbeiten',
  'product.images.edit.title': 'Bild bearbeiten',
  'product.images.alt': 'Beschreibung',
  'product.images.alt.description':
    'Für Menschen, die das Bild nicht sehen können. Leer lassen, wenn das Bild nur schmückt.',
  'product.images.saved': 'Bild gespeichert',
  'product.images.delete': 'Bild löschen',
  'product.images.delete.title': 'Dieses Bild löschen?',
  'product.images.delete.text':
    'Seiten, die das Bild zeigen, verlieren es. Das kann nicht rückgängig gemacht werden.',
  'product.images.deleted': 'Bild gelöscht',
};
