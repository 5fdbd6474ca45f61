/**
 * A client for Node of thirty lines, from the OpenAPI document: every operation by its name.
 *
 *   const vocero = await createVoceroClient({ url: 'https://consola.example', token: process.env.VOCERO_TOKEN });
 *   const campaign = await vocero.createCampaign({ body: { … }, key: 'cobranza-2026-11' });
 *   await vocero.addRecipients({ id: campaign.id, body: { recipients: [ … ] } });
 *   const calls = await vocero.listCalls({ status: 'ended', pageSize: 50 });
 *
 * `body` is the body and `key` the Idempotency-Key; everything else fills the path or becomes the query.
 */
export async function createVoceroClient({ url, token }) {
  const { paths } = await (await fetch(new URL('/api/openapi.json', url))).json();
  const client = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods))
      client[operationId] = ({ body, key, ...rest } = {}) => send(method, path, rest, body, key);
  return client;

  async function send(method, path, values, body, key) {
    const query = new URLSearchParams(Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
    const headers = { authorization: `Bearer ${token}` };
    if (key) headers['idempotency-key'] = key;
    if (body !== undefined) headers['content-type'] = typeof body === 'string' ? 'text/csv' : 'application/json';
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(new URL(`${filled}?${query}`, url), {
      method: method.toUpperCase(),
      headers,
      body: content,
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const answer = isJson ? await response.json() : await response.text();
    if (!response.ok)
      throw Object.assign(new Error(answer.message ?? response.statusText), { status: response.status, answer });
    return answer;
  }
}
