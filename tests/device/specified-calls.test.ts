import { describe, expect, it } from 'vitest';
import {
  CALL_NAMES,
  callNameOf,
  callTable,
  deviationsOf,
  reasonNeverMade,
  type SeenRequest,
} from './specified-calls.ts';

function seen(method: string, path: string, changes: Partial<SeenRequest> = {}): SeenRequest {
  return { method, path, headers: [], contentType: 'application/json', text: '', ...changes };
}

describe('the comparison of requests with the documents', () => {
  it('takes requests that are as specified', () => {
    const good = [
      seen('GET', '/accounts'),
      seen('GET', '/brokercashbalances/paginated?page=1&pageSize=20'),
      seen('GET', '/transactions/user'),
      seen('GET', '/transactions/user?page=1&pageSize=20&sortField=quantity'),
      seen('GET', '/search?query=ab&page=1&pageSize=20&types=assets&types=accounts'),
      seen('POST', '/accounts', { text: '{"name":"Ada"}' }),
      seen('POST', '/exchangerates/refresh', { text: '{}' }),
      seen('POST', '/commodities/update-prices'),
      seen('POST', '/prices/background-service/trigger', { text: '{}' }),
      seen('POST', '/properties/bulk-delete', { text: '["1"]' }),
      seen('POST', '/assets/import', {
        contentType: 'multipart/form-data; boundary=x',
        text: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname="b"\r\n--x--',
      }),
    ];
    expect(good.flatMap(deviationsOf)).toEqual([]);
  });

  it.each([
    ['an unknown call', seen('GET', '/brokers/usage'), 'is no call of the specification'],
    ['a parameter too few', seen('GET', '/brokercashbalances/paginated?page=1'), 'lacks parameter pageSize'],
    ['a parameter too many', seen('GET', '/accounts?page=1'), 'has parameter page'],
    ['half of a pair', seen('GET', '/transactions/user?page=1'), 'lacks parameter pageSize'],
    ['a field too few', seen('POST', '/accounts', { text: '{}' }), 'lacks field name'],
    ['a field too many', seen('POST', '/accounts', { text: '{"name":"Ada","id":"1"}' }), 'has field id'],
    ['a body where there is none', seen('POST', '/commodities/update-prices', { text: '{}' }), 'has a body'],
    ['a header of our own', seen('GET', '/accounts', { headers: [['Idempotency-Key', '1']] }), 'has header'],
    ['an object for a list', seen('POST', '/properties/bulk-delete', { text: '{"ids":[]}' }), 'is not a list'],
  ])('reports %s', (_what, request, fault) => {
    expect(deviationsOf(request).join('\n')).toContain(fault);
  });

  it('knows a call by its fixed parts before its parameters', () => {
    expect(callNameOf({ method: 'GET', path: '/transactions/user/ids' })).toBe('GET /transactions/user/ids');
    expect(callNameOf({ method: 'GET', path: '/transactions/7' })).toBe('GET /transactions/:id');
    expect(CALL_NAMES.every((name) => callNameOf(requestOf(name)) === name)).toBe(true);
  });

  it('says why a call is never made, and prints what was seen', () => {
    expect(reasonNeverMade('GET /dashboard/holdings-summary')).toBe('figures are computed on the device');
    expect(reasonNeverMade('GET /accounts')).toBeNull();
    expect(callTable(new Set(['GET /accounts']))[0]).toBe(`calls of the specification: 1 of ${CALL_NAMES.length} seen`);
  });
});

function requestOf(name: string): { method: string; path: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: path.replaceAll(/:\w+/gu, '7') };
}
