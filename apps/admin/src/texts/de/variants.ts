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
};
