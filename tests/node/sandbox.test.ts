import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'
import { cacheDir } from '../../scripts/environment.ts'

let sandbox: Sandbox
const at = (path: string) => `${sandbox.url}${path}`

const mail = {
  to: 'Maya@Example.com',
  from: 'Gather <hello@gather.test>',
  subject: 'Welcome',
  html: '<html><head></head><body><div style="display:none;opacity:0" data-skip-in-text="true">Your account &amp; more<div>\u00a0\u200c</div></div><h1>Hi</h1></body></html>',
  text: 'Hi',
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(at('/mailbox/messages'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Reads a response as JSON. Each test knows the shape that it expects. */
const read = async <Shape>(response: Response) => (await response.json()) as Shape
const idOf = async (response: Response) => (await read<{ id: string }>(response)).id
const listMessages = async (query = '') => (await read<{ messages: unknown[] }>(await fetch(at(`/mailbox/messages${query}`)))).messages

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await fetch(at('/mailbox/messages'), { method: 'DELETE' })
})

describe('the sandbox server', () => {
  test('answers on localhost and 127.0.0.1, and lists its stand-ins', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const response = await fetch(`http://${host}:${sandbox.port}/health`)
      expect(await response.json()).toEqual({
        ok: true,
        standIns: ['dns', 'feeds', 'geocoder', 'google', 'mailbox', 'pages', 'push', 'stripe'],
      })
    }
  })

  test('has the calendar of a team, and no others', async () => {
    const calendar = await fetch(at('/feeds/river-city-padel.ics'))
    expect(calendar.headers.get('content-type')).toContain('text/calendar')
    expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Thursday league[\s\S]*END:VCALENDAR\r\n$/)
    expect((await fetch(at('/feeds/gone.ics'))).status).toBe(404)
  })

  test('has the DNS records that were set, as a resolver writes them, and no others', async () => {
    const query = async (name: string, type: string) => (await fetch(at(`/dns/query?name=${name}&type=${type}`))).json()
    const set = (body: unknown) => fetch(at('/dns/records'), { method: 'PUT', body: JSON.stringify(body) })
    expect(await query('play.example.com', 'TXT')).toMatchObject({ Status: 3 })
    await set({ name: 'Play.example.com', type: 'TXT', values: ['one', 'two'] })
    await set({ name: 'play.example.com', type: 'CNAME', values: ['localhost'] })
    expect(await query('play.example.com', 'TXT')).toMatchObject({ Status: 0, Answer: [{ type: 16, data: '"one"' }, { data: '"two"' }] })
    expect(await query('play.example.com', 'CNAME')).toMatchObject({ Answer: [{ type: 5, data: 'localhost.' }] })
    await set({ name: 'play.example.com', type: 'TXT', values: [] })
    expect(await query('play.example.com', 'TXT')).toMatchObject({ Status: 3 })
    expect((await set({ name: 'play.example.com', type: 'MX', values: ['x'] })).status).toBe(400)
  })

  test('finds addresses of the demo cities by the beginnings of their words', async () => {
    const search = async (q: string) =>
      (await read<{ name: string }[]>(await fetch(at(`/geocoder/search?q=${encodeURIComponent(q)}&format=jsonv2&limit=2`)))).map(
        ({ name }) => name,
      )
    expect(await search('barton springs')).toEqual(['Zilker Metropolitan Park', 'Barton Springs Pool'])
    expect(await search('2100 BARTON spr')).toEqual(['Zilker Metropolitan Park'])
    expect(await search('nowhere at all')).toEqual([])
    expect(await search('austin')).toHaveLength(2)
    expect((await fetch(at('/geocoder/search?q=,'))).status).toBe(400)
  })

  test('answers 404 for unknown paths, also for names of built-in properties', async () => {
    for (const path of [
      '/nothing',
      '/constructor',
      '/__proto__',
      '/mailbox/nothing',
      '/mailbox/messages/nobody',
      '/mailbox/../../package.json',
    ]) {
      expect((await fetch(at(path))).status, path).toBe(404)
    }
  })

  test('refuses a port that is in use, and frees its port when it is closed', async () => {
    await expect(startSandbox({ port: sandbox.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const other = await startSandbox({ port: 0 })
    await other.close()
    await expect(fetch(`http://127.0.0.1:${other.port}/health`)).rejects.toThrow()
  })

  test('refuses a body over 5 MB', async () => {
    expect((await post({ ...mail, html: 'x'.repeat(6 * 1024 * 1024) })).status).toBe(413)
  })
})

describe('the mailbox', () => {
  test('stores a whole email and finds it by its address in any spelling', async () => {
    const response = await post({ ...mail, headers: { 'List-Unsubscribe': '<https://gather.test/u>' } })
    expect(response.status).toBe(201)
    const id = await idOf(response)
    expect(await listMessages('?to=maya@example.com')).toEqual([
      { ...mail, id, headers: { 'List-Unsubscribe': '<https://gather.test/u>' }, receivedAt: expect.any(Number), attachments: [] },
    ])
    expect(await listMessages('?to=someone@example.com')).toEqual([])
    expect(await listMessages('?matching=EXAMPLE')).toHaveLength(1)
    expect(await (await fetch(at(`/mailbox/messages/${id}`))).json()).toMatchObject({ id, text: 'Hi' })
  })

  test('lists the newest emails first, up to a limit, with the hidden line as preview', async () => {
    for (let i = 0; i < 120; i++) await post({ ...mail, subject: `Mail ${i}` })
    const all = await listMessages('?summary&limit=1000')
    expect(all).toHaveLength(100)
    expect(all[0]).toMatchObject({ subject: 'Mail 119', preview: 'Your account & more' })
    expect(all[0]).not.toHaveProperty('html')
  })

  test('stores one email per idempotency key, even for simultaneous requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post(mail, { 'idempotency-key': 'job-1' })))
    const ids = await Promise.all(answers.map(idOf))
    expect(new Set(ids).size).toBe(1)
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 201])
    expect(await listMessages()).toHaveLength(1)
  })

  test('refuses emails that a real provider would refuse', async () => {
    for (const broken of [{ subject: 'Hi\r\nBcc: x@example.com' }, { to: 'nobody' }, { text: '' }, { headers: { 'X-A': 'b\nc' } }]) {
      expect((await post({ ...mail, ...broken })).status, JSON.stringify(broken)).toBe(422)
    }
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(at('/mailbox/messages'), { method: 'POST', headers, body: 'nonsense' })).status).toBe(422)
    // Requests that any website can send without permission are refused.
    const fromAnywhere = {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: JSON.stringify(mail),
    }
    expect((await fetch(at('/mailbox/messages'), fromAnywhere)).status).toBe(415)
    expect(await listMessages()).toEqual([])
  })

  test('fails as often as a test requests, stores nothing then, and recovers', async () => {
    await fetch(at('/mailbox/faults'), { method: 'PUT', body: JSON.stringify({ times: 2, status: 503 }) })
    expect([(await post(mail)).status, (await post(mail)).status, (await post(mail)).status]).toEqual([503, 503, 201])
    expect(await listMessages()).toHaveLength(1)
    expect((await fetch(at('/mailbox/faults'), { method: 'PUT', body: '{"times":1}' })).status).toBe(422)
  })

  test('shows an email without running its scripts', async () => {
    const id = await idOf(await post({ ...mail, html: '<html><head></head><body><script>1</script></body></html>' }))
    const response = await fetch(at(`/mailbox/messages/${id}/html`))
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain('sandbox allow-popups')
    expect(policy).not.toContain('allow-scripts')
    expect(policy).toContain("default-src 'none'")
    expect(await response.text()).toContain('<base target="_blank"')
  })

  test('sends the one-click POST without cookies or an origin', async () => {
    const { createServer } = await import('node:http')
    const seen: { method?: string | undefined; body: string; origin?: string | undefined; cookie?: string | undefined }[] = []
    const product = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ method: request.method, body, origin: request.headers.origin, cookie: request.headers.cookie })
      response.end('done')
    })
    await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
    const { port } = product.address() as { port: number }
    const headers = { 'List-Unsubscribe': `<http://127.0.0.1:${port}/u>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    const id = await idOf(await post({ ...mail, headers }))
    const answer = await fetch(at(`/mailbox/messages/${id}/unsubscribe`), { method: 'POST' })
    expect(await answer.json()).toEqual({ status: 200 })
    expect(seen).toEqual([{ method: 'POST', body: 'List-Unsubscribe=One-Click', origin: undefined, cookie: undefined }])
    product.close()
    const plain = await idOf(await post(mail))
    expect((await fetch(at(`/mailbox/messages/${plain}/unsubscribe`), { method: 'POST' })).status).toBe(409)
  })

  test('serves the page and its files', async () => {
    for (const [path, type] of [
      ['/mailbox', 'text/html'],
      ['/mailbox/', 'text/html'],
      ['/mailbox/page.css', 'text/css'],
      ['/mailbox/page.js', 'text/javascript'],
      ['/mailbox/figtree.woff2', 'font/woff2'],
    ] as const) {
      const response = await fetch(at(path))
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-type'), path).toContain(type)
      await response.arrayBuffer()
    }
  })
})

describe('a sandbox with a state folder', () => {
  let state = ''
  let running: Sandbox
  const subjects = async () => {
    const answer = await fetch(`${running.url}/mailbox/messages`)
    return (await read<{ messages: { subject: string }[] }>(answer)).messages.map(({ subject }) => subject)
  }
  const send = (subject: string, key: string) =>
    fetch(`${running.url}/mailbox/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...mail, subject }),
    })
  const restart = async () => {
    await running.close()
    running = await startSandbox({ port: 0, state })
  }

  beforeEach(async () => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'sandbox-test-'))
    running = await startSandbox({ port: 0, state })
  })
  afterEach(async () => {
    await running.close()
    rmSync(state, { recursive: true, force: true })
  })

  test('keeps its emails and idempotency keys after a restart', async () => {
    await send('First', 'key-1')
    const second = await idOf(await send('Second', 'key-2'))
    await restart()
    expect(await subjects()).toEqual(['Second', 'First'])
    const again = await send('Second', 'key-2')
    expect(again.status).toBe(200)
    expect(await idOf(again)).toBe(second)
    await send('Third', 'key-3')
    await restart()
    expect(await subjects()).toEqual(['Third', 'Second', 'First'])
  })

  test('has no emails after they were deleted', async () => {
    await send('First', 'key-1')
    await fetch(`${running.url}/mailbox/messages`, { method: 'DELETE' })
    await restart()
    expect(await subjects()).toEqual([])
    expect((await send('First', 'key-1')).status).toBe(201)
  })

  test('starts even if it was killed while it stored an email', async () => {
    await send('First', 'key-1')
    appendFileSync(path.join(state, 'mailbox/mails.ndjson'), '{"key":"key-2","mail":{"id":"ha')
    await restart()
    expect(await subjects()).toEqual(['First'])
  })
})
