import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir, root } from '../../scripts/environment.ts'
import { findPort } from '../../scripts/find-port.ts'
import { hashFiles } from '../../scripts/hash-files.ts'

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

describe('npm start', () => {
  let state = ''
  let port = 0
  const started: Started[] = []

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
    const one = { child, output: () => output, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) }
    started.push(one)
    return one
  }

  const addresses = async ({ output }: Started) => {
    await expect.poll(output, { timeout: 150_000, interval: 100 }).toContain('Ctrl-C stops everything')
    const [product = '', sandbox = ''] = output().match(/http:\/\/localhost:\d+/g) ?? []
    return { product, sandbox }
  }

  beforeAll(async () => {
    mkdirSync(cacheDir, { recursive: true })
    state = mkdtempSync(path.join(cacheDir, 'start-test-'))
    // A state of older migrations: a start adds what is missing, and makes no demo world. That it makes one the first time is prepareState's own test.
    writeFileSync(path.join(state, 'stamp.json'), JSON.stringify({ migrations: 'older', world: hashFiles('tests/world') }))
    port = await findPort(Number(process.env.TEST_PORT) || 5573)
  })
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGTERM')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(state, { recursive: true, force: true })
  })

  it('serves the product and its mailbox, beside another one too, and leaves nothing behind', async () => {
    const first = start()
    const one = await addresses(first)
    expect(one.product).toBe(`http://localhost:${port}`)
    expect(first.output()).toMatch(/Applied \d+ migrations\./)
    expect(first.output()).not.toContain('demo world')
    expect(await (await fetch(`${one.product}/api/health`)).json()).toMatchObject({ ok: true })
    expect((await fetch(`${one.product}/api/cities?q=austin`)).status).toBe(200)
    expect((await fetch(`${one.sandbox}/mailbox`)).status).toBe(200)
    const mail = { to: 'maya@example.com', from: 'hello@gather.test', subject: 'Kept', html: '<p>Hi</p>', text: 'Hi' }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${one.sandbox}/mailbox/messages`, { method: 'POST', headers, body: JSON.stringify(mail) })

    const second = start()
    const two = await addresses(second)
    expect(second.output()).toContain(`Port ${port} is busy: the product uses ${new URL(two.product).port} instead.`)
    expect(second.output()).not.toContain('Applied')
    expect((await fetch(`${two.product}/api/health`)).status).toBe(200)
    // The mailbox lies in the product's state: what came before this start is still there.
    expect(await (await fetch(`${two.sandbox}/mailbox/messages`)).json()).toMatchObject({ messages: [{ subject: 'Kept' }] })

    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    expect((await fetch(`${one.product}/api/health`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    for (const address of [one.product, one.sandbox, two.product, two.sandbox]) {
      const wanted = Number(new URL(address).port)
      expect(await findPort(wanted)).toBe(wanted)
    }
    expect(readdirSync(path.join(state, 'running'))).toEqual([])
  }, 240_000)
})
