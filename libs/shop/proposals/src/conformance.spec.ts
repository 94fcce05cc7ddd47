import { testConformance } from '@storewright/conformance';
import { conformance } from './testing';

testConformance(conformance);
