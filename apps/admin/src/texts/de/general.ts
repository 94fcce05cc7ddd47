import type { general as english } from '../en/general';
import type { Translation } from '../translation';

export const general: Translation<typeof english> = {
  'general.title': 'Allgemein',
  'general.lead': 'Wie Ihr Shop heißt und in welcher Zeitzone seine Tage gezählt werden.',
  'general.shop': 'Shop',
  'general.name': 'Name',
  'general.zone': 'Zeitzone',
  'general.zone.lead': 'Alle in diesem Shop sehen Zeiten in ihr, und Statistiken zählen ihre Tage.',
  'general.currency': 'Standardwährung',
  'general.currency.lead':
    'Neue Preise und Codes haben sie, wenn keine andere angegeben ist. Vorhandene Preise bleiben.',
  'general.addresses': 'Adressen',
  'general.addresses.lead': 'Sie bleiben, wie sie sind.',
  'general.address.panel': 'Panel',
  'general.address.api': 'API',
};
