import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../domain/time/spans.ts'
import { cacheDir, root } from '../../scripts/environment.ts'
import { findPort } from '../../scripts/find-port.ts'
import { hashFiles } from '../../scripts/hash-files.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { takeFreeState } from '../../scripts/running.ts'
import { clientOf } from './setup/stripe-server.ts'

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

describe('npm start', () => {
  let state = ''
  let port = 0
  const started: Started[] = []
  /** One start serves all tests, because each takes a minute. The last test ends it. */
  let first: Started
  let one = { product: '', sandbox: '' }

  const start = (): Started => {
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: root,
      env: { ...process.env, STATE_DIR: state, PORT: String(port), NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    const startedProcess = { child, output: () => output, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) }
    started.push(startedProcess)
    return startedProcess
  }

  const addresses = async ({ output }: Started) => {
    await expect.poll(output, { timeout: 300_000, interval: 100 }).toContain('Press Ctrl-C to stop everything')
    const [product = '', sandbox = ''] = output().match(/http:\/\/localhost:\d+/g) ?? []
    return { product, sandbox }
  }

  const readMailbox = async ({ sandbox }: { sandbox: string }) => (await fetch(`${sandbox}/mailbox/messages`)).text()

  /** Expects that the product at this address accepts what its Stripe says. */
  const expectWebhooks = async ({ sandbox }: { sandbox: string }) => {
    const stripe = clientOf({ port: Number(new URL(sandbox).port) })
    await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })
    const listUntold = async () => (await stripe.events.list({ limit: 100, delivery_success: false })).data
    expect((await stripe.events.list({ types: ['payment_intent.succeeded'] })).data).not.toEqual([])
    await expect.poll(listUntold, { timeout: 60_000, interval: 100 }).toEqual([])
  }

  /** Moves the clock of the product, and expects that its Stripe shows the same time. */
  const expectSameClock = async ({ product, sandbox }: { product: string; sandbox: string }) => {
    const headers = { authorization: 'Bearer local-admin-token', 'content-type': 'application/json' }
    const body = JSON.stringify({ forward: 40 * day })
    const before = Date.now()
    const { now } = v.parse(
      v.object({ now: v.number() }),
      await (await fetch(`${product}/api/admin/clock`, { method: 'POST', headers, body })).json(),
    )
    const stripe = v.parse(v.object({ now: v.number() }), await (await fetch(`${sandbox}/stripe/settings`)).json())
    expect(now).toBeGreaterThanOrEqual(before + 40 * day)
    expect(Math.abs(stripe.now - now / 1000)).toBeLessThan(30)
  }

  /** Puts an email in the outbox that a crashed request left there a long time ago. Only the cron sends such emails. */
  const leaveInOutbox = (to: string) => {
    const [file = ''] = globSync('v3/d1/**/*.sqlite', { cwd: state }).filter((name) => path.basename(name) !== 'metadata.sqlite')
    const database = new DatabaseSync(path.join(state, file))
    const body = { to, platform: 'gth', template: { name: 'welcome', data: { username: 'Maya' } } }
    database.prepare("INSERT INTO outbox (id, queue, body, created_at) VALUES ('left', 'mail', ?, 0)").run(JSON.stringify(body))
    database.close()
  }

  beforeAll(async () => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'start-test-'))
    // These states have older migrations and a current demo world. So a start applies the missing migrations and does not create a
    // demo world. Another test checks that the first start creates one.
    for (const own of [state, `${state}-2`]) {
      mkdirSync(own, { recursive: true })
      writeFileSync(path.join(own, 'stamp.json'), JSON.stringify({ migrations: 'older', world: hashFiles('tests/world') }))
    }
    port = await findPort(Number(process.env.TEST_PORT) || 5573)
  })
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGTERM')
    await Promise.all(started.map(({ ended }) => ended))
    for (const own of [state, `${state}-2`]) rmSync(own, { recursive: true, force: true })
  })

  it('serves the product and its mailbox', async () => {
    first = start()
    one = await addresses(first)
    expect(one.product).toBe(`http://localhost:${port}`)
    expect(first.output()).toMatch(/Applied \d+ migrations\./)
    expect(first.output()).not.toContain('demo world')
    expect(await (await fetch(`${one.product}/api/health`)).json()).toMatchObject({ ok: true })
    expect((await fetch(`${one.product}/api/cities?q=austin`)).status).toBe(200)
    expect((await fetch(`${one.sandbox}/mailbox`)).status).toBe(200)
    expect(first.output()).toContain(`Stripe:   ${one.sandbox}/stripe`)
    expect((await fetch(`${one.sandbox}/stripe`)).status).toBe(200)
    await expectWebhooks(one)
    const docs = await (await fetch(`${one.product}/api/docs`)).text()
    const scripts = [...docs.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source = '']) => new URL(source, `${one.product}/api/docs`))
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      const answer = await fetch(script)
      expect(`${script.pathname} ${answer.status} ${answer.headers.get('content-type')}`).toContain(' 200 text/javascript')
    }
    const mail = { to: 'maya@example.com', from: 'hello@gather.test', subject: 'Kept', html: '<p>Hi</p>', text: 'Hi' }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${one.sandbox}/mailbox/messages`, { method: 'POST', headers, body: JSON.stringify(mail) })
  }, 480_000)

  /** Writes to the database through the product until it is told to stop. Returns the statuses of the answers. */
  const keepWriting = (product: string) => {
    const headers = { authorization: 'Bearer local-admin-token', 'content-type': 'application/json' }
    const statuses: number[] = []
    let isStopped = false
    const written = (async () => {
      while (!isStopped) {
        const body = JSON.stringify({ value: `Notice ${statuses.length}` })
        statuses.push((await fetch(`${product}/api/admin/config/notice`, { method: 'PUT', headers, body })).status)
        // Without a pause, a long backup meets the limit of writes in a minute.
        await setTimeout(150)
      }
      return statuses
    })()
    const stop = () => {
      isStopped = true
      return written
    }
    return { statuses, stop }
  }

  it('can be backed up while people use it, and the backup leaves no half file', async () => {
    const traffic = keepWriting(one.product)
    await expect.poll(() => traffic.statuses.length, { timeout: 60_000 }).toBeGreaterThan(0)
    const before = traffic.statuses.length
    const file = path.join(state, 'backups', 'beside.ndjson.gz')
    const backup = await runCommand('node', ['scripts/backup.ts', file], { env: { STATE_DIR: state } })
    const meanwhile = traffic.statuses.length - before
    const statuses = await traffic.stop()
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('Restored into an empty database and compared.') })
    expect(readdirSync(path.dirname(file)).toSorted()).toEqual(['beside.files', 'beside.ndjson.gz', 'beside.objects'])
    expect(meanwhile).toBeGreaterThan(1)
    expect(new Set(statuses)).toEqual(new Set([204]))
  }, 480_000)

  it('runs next to another start with data of its own, and leaves nothing running', async () => {
    leaveInOutbox('left@example.com')
    const second = start()
    const two = await addresses(second)
    expect(second.output()).toContain(`Port ${port} is already in use, so the product uses port ${new URL(two.product).port}.`)
    expect(second.output()).toContain(`Another start uses the data in ${state}, so this one uses ${state}-2.`)
    expect((await fetch(`${two.product}/api/health`)).status).toBe(200)
    await expectWebhooks(two)
    expect(await readMailbox(two)).not.toContain('Kept')
    await expect.poll(() => readMailbox(one), { timeout: 60_000, interval: 100 }).toContain('left@example.com')

    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    await expectSameClock(one)
    await expectWebhooks(one)
    expect((await fetch(`${one.product}/api/health`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const next = takeFreeState(state)
    expect(next.state).toBe(state)
    next.release()
    for (const address of [one.product, one.sandbox, two.product, two.sandbox]) {
      const wanted = Number(new URL(address).port)
      expect(await findPort(wanted)).toBe(wanted)
    }
    for (const own of [state, `${state}-2`]) expect(readdirSync(path.join(own, 'running'))).toEqual([])
  }, 480_000)
})
