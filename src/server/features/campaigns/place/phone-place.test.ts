import { describe, expect, it } from 'vitest';
import { placeOf, readPlace } from './phone-place.ts';
import zonesByPrefix from './phone-zones.json' with { type: 'json' };

describe('the place of a number', () => {
  it.each([
    ['+5491144445555', 'AR:America/Buenos_Aires'],
    ['+5215512345678', 'MX:America/Mexico_City'],
    ['+526641234567', 'MX:America/Tijuana'],
    ['+56322101234', 'CL:America/Santiago'],
    ['+56321001234', 'CL:Pacific/Easter'],
    ['+56912345678', 'CL:America/Santiago'],
    ['+34922123456', 'ES:Atlantic/Canary'],
    ['+34912345678', 'ES:Europe/Madrid'],
    ['+34612345678', 'ES:Europe/Madrid'],
    ['+59899123456', 'UY:America/Montevideo'],
    ['+573001234567', 'CO:America/Bogota'],
    ['+51987654321', 'PE:America/Lima'],
    ['+5592912345678', ':America/Manaus'],
    ['+12125550123', ':America/New_York'],
    ['+18085550123', ':Pacific/Honolulu'],
    // Free of charge anywhere in North America.
    ['+18005550123', ''],
    ['+5562', ':America/Sao_Paulo'],
  ])('of %s is %s', (phoneNumber, place) => {
    expect(placeOf(phoneNumber, '')).toBe(place);
  });

  it('is what the file says, whatever the number tells', () => {
    expect(placeOf('+5491144445555', 'Europe/Madrid')).toBe('AR:Europe/Madrid');
    expect(readPlace('AR:Europe/Madrid')).toEqual({ country: 'AR', zones: ['Europe/Madrid'] });
    expect(readPlace(':Atlantic/Canary&Europe/Madrid')).toEqual({
      country: null,
      zones: ['Atlantic/Canary', 'Europe/Madrid'],
    });
    expect(readPlace('')).toEqual({ country: null, zones: [] });
  });

  it('names zones alone that clocks exist for', () => {
    const zones = new Set(Object.keys(zonesByPrefix).flatMap((each) => (each === '' ? [] : each.split('&'))));
    expect(zones.size).toBeGreaterThan(200);
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('es', { timeZone: zone })).not.toThrow();
  });
});
