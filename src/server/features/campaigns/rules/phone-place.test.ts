import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPhoneCountryAndZonesKey, parseCountryAndZonesKey } from './phone-place.ts';
import zonesByPrefix from './phone-zones.json' with { type: 'json' };

describe('the place of a number', () => {
  it.each([
    ['+5491144445555', 'AR:America/Buenos_Aires'],
    ['+5215512345678', 'MX:America/Mexico_City'],
    ['+526641234567', 'MX:America/Tijuana'],
    ['+56322101234', 'CL:America/Santiago'],
    // Easter Island and Valparaíso share prefixes.
    ['+56322100123', 'CL:America/Santiago'],
    ['+56612345678', 'CL:America/Punta_Arenas'],
    ['+56672345678', 'CL:America/Coyhaique'],
    ['+526141234567', 'MX:America/Chihuahua'],
    ['+5216141234567', 'MX:America/Chihuahua'],
    ['+528681234567', 'MX:America/Matamoros'],
    ['+5581991234567', ':America/Recife'],
    ['+5591912345678', ':America/Belem'],
    // The package knows the time zone of the first exchange, but not of the second.
    ['+12083235555', ':America/Denver'],
    ['+18505550123', ':America/Chicago&America/New_York'],
    // Eight digits separate Lord Howe Island from Sydney.
    ['+61255053123', ':Australia/Lord_Howe'],
    ['+61255501234', ':Australia/Sydney'],
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
    // The number is toll-free anywhere in North America.
    ['+18005550123', ''],
    ['+5562', ':America/Sao_Paulo'],
  ])('of %s is %s', (phoneNumber, place) => {
    expect(buildPhoneCountryAndZonesKey(phoneNumber, '')).toBe(place);
  });

  it('is what the file says, whatever the number tells', () => {
    expect(buildPhoneCountryAndZonesKey('+5491144445555', 'Europe/Madrid')).toBe('AR:Europe/Madrid');
    expect(parseCountryAndZonesKey('AR:Europe/Madrid')).toEqual({ country: 'AR', zones: ['Europe/Madrid'] });
    expect(parseCountryAndZonesKey(':Atlantic/Canary&Europe/Madrid')).toEqual({
      country: null,
      zones: ['Atlantic/Canary', 'Europe/Madrid'],
    });
    expect(parseCountryAndZonesKey('')).toEqual({ country: null, zones: [] });
  });

  it.each([
    ['52', 'America/Tijuana', '616 646 658 661 663 664 665 686'],
    ['52', 'America/Mazatlan', '612 613 615 624 667 668 669 687 694 311 319 323 324 325 327 389'],
    ['52', 'America/Bahia_Banderas', '329'],
    ['52', 'America/Hermosillo', '622 631 637 642 644 653 662'],
    ['52', 'America/Chihuahua', '614 625 627 639 648 652'],
    ['52', 'America/Ciudad_Juarez', '656 657'],
    ['52', 'America/Ojinaga', '626'],
    ['52', 'America/Matamoros', '867 868 891 894 899 897 878 877'],
    ['52', 'America/Cancun', '983 984 987 998'],
    ['52', 'America/Matamoros&America/Mexico_City', '862 873'],
    ['52', 'America/Chihuahua&America/Ciudad_Juarez', '636'],
    ['52', 'America/Chihuahua&America/Mexico_City', '649'],
    ['52', 'America/Mexico_City', '55 56 33 81 999 844 871 834 427 414 618 322 222 961 993 981'],
    ['55', 'America/Rio_Branco', '68'],
    ['55', 'America/Manaus', '92'],
    ['55', 'America/Eirunepe&America/Manaus', '97'],
    ['55', 'America/Porto_Velho', '69'],
    ['55', 'America/Boa_Vista', '95'],
    ['55', 'America/Cuiaba', '65 66'],
    ['55', 'America/Campo_Grande', '67'],
    ['55', 'America/Recife', '81 87'],
    ['55', 'America/Belem', '91 94 96'],
    ['55', 'America/Santarem', '93'],
    ['55', 'America/Fortaleza', '83 84 85 86 88 89 98 99'],
    ['55', 'America/Maceio', '79 82'],
    ['55', 'America/Bahia', '71 73 74 75 77'],
    ['55', 'America/Araguaina', '63'],
    ['55', 'America/Sao_Paulo', '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38'],
    ['55', 'America/Sao_Paulo', '41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 64'],
    ['56', 'America/Punta_Arenas', '61'],
    ['56', 'America/Coyhaique', '67'],
    ['56', 'America/Santiago', '2 32 33 34 35 41 42 43 45 51 52 53 55 57 58 63 64 65 71 72 73 75 9'],
    ['34', 'Atlantic/Canary', '828 928 822 922'],
    ['34', 'Europe/Madrid', '6 7 91 93 827 871 956'],
    ['1', 'America/Chicago&America/New_York', '850 448 423 219 574 812 930 270 364 906'],
    ['1', 'America/Chicago&America/Denver', '432 308 785 620 701 605'],
    ['1', 'America/Boise&America/Los_Angeles', '208 986 541 458 775'],
  ])('of +%s, %s, is told by the codes %s', (country, zones, codes) => {
    // The North American cases use an exchange for which Google has no zone.
    for (const code of codes.split(' '))
      expect([
        code,
        parseCountryAndZonesKey(buildPhoneCountryAndZonesKey(`+${country}${`${code}5550123456`.slice(0, 10)}`, ''))
          .zones,
      ]).toEqual([code, zones.split('&')]);
  });

  const table = Object.entries(zonesByPrefix).flatMap(([zones, prefixes]) =>
    prefixes.split(' ').map((prefix): [string, string] => [prefix, zones]),
  );

  it('is told by the longest of the prefixes that a number begins with, and each of them tells of some', () => {
    const zonesOf = new Map(table);
    expect(zonesOf.size).toBe(table.length);
    for (const [prefix, zones] of table)
      expect([prefix, buildPhoneCountryAndZonesKey(`+${prefix}`, '').split(':')[1]]).toEqual([prefix, zones]);
    fc.assert(
      fc.property(fc.constantFrom(...zonesOf.keys()), fc.stringMatching(/^\d{0,9}$/), (prefix, rest) => {
        const digits = `${prefix}${rest}`;
        fc.pre(!digits.startsWith('521'));
        const longest = [...zonesOf.keys()]
          .filter((each) => digits.startsWith(each))
          .reduce((best, each) => (each.length > best.length ? each : best));
        expect((buildPhoneCountryAndZonesKey(`+${digits}`, '') || ':').split(':')[1]).toBe(zonesOf.get(longest));
      }),
    );
  });

  it('names zones alone that clocks exist for, four at most', () => {
    const zones = new Set(table.flatMap(([, each]) => (each === '' ? [] : each.split('&'))));
    expect(zones.size).toBeGreaterThan(200);
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('es', { timeZone: zone })).not.toThrow();
    for (const [, each] of table) expect(each.split('&').length).toBeLessThanOrEqual(4);
  });
});
