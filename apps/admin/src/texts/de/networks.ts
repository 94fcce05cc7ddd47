import type { networks as english } from '../en/networks';
import type { Translation } from '../translation';

export const networks: Translation<typeof english> = {
  'networks.label': 'Erlaubte Netzwerke (optional)',
  'networks.description':
    'Der Token gilt nur von diesen Adressen oder Netzwerken aus, etwa 203.0.113.0/24, je Zeile eines. Ohne Eintrag ' +
    'gilt er von überall.',
  'networks.outside':
    'Ihre eigene Adresse {address} gehört nicht zu diesen Netzwerken. Anfragen von diesem Computer werden abgelehnt.',
};
