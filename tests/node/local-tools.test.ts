import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CityIndexPart } from '../../domain/cities/contract.ts'
import { createAdminClient } from '../../scripts/admin-client.ts'
import { cacheDir, root } from '../../scripts/environment.ts'
import { findPort, startOnFreePort } from '../../scripts/find-port.ts'
import { packParts } from '../../scripts/load-cities.ts'
import { checkSettings, readLocalVars } from '../../scripts/read-local-settings.ts'
import { listRunning, takeFreeState } from '../../scripts/running.ts'

let folder = ''
beforeAll(() => {
  mkdirSync(cacheDir, { recursive: true })
  folder = mkdtempSync(path.join(cacheDir, 'tools-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('findPort', () => {
  it.each(['127.0.0.1', '::1'])('skips a port that is in use on %s', async (host) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    const { port } = server.address() as AddressInfo
    const found = await findPort(port)
    expect(found).toBeGreaterThan(port)
    expect(await findPort(port, [found])).toBeGreaterThan(found)
    await new Promise((resolve) => server.close(resolve))
    expect(await findPort(port)).toBe(port)
  })
})

describe('startOnFreePort', () => {
  const listen = (port: number) => {
    const server = createServer()
    return new Promise<typeof server>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
    })
  }
  const portOf = (server: Awaited<ReturnType<typeof listen>>) => (server.address() as AddressInfo).port

  it('gives each of two servers that start at once its own port', async () => {
    const first = await findPort(21_000)
    const servers = await Promise.all([1, 2, 3].map(() => startOnFreePort(first, [], listen)))
    const ports = servers.map(portOf)
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    expect(new Set(ports).size).toBe(3)
    expect(Math.min(...ports)).toBe(first)
  })

  it('starts again if the server finds another of its ports taken', async () => {
    const first = await findPort(21_000)
    const tried: number[] = []
    const start = async (port: number) => {
      tried.push(port)
      if (tried.length === 1) throw Object.assign(new Error('The port of the debugger is taken.'), { code: 'EADDRINUSE' })
      return port
    }
    expect(await startOnFreePort(first, [], start)).toBe(first)
    expect(tried).toEqual([first, first])
  })

  it('tries no other port if the server fails for another reason', async () => {
    const tried: number[] = []
    const start = (port: number) => {
      tried.push(port)
      return Promise.reject(new Error('The configuration is wrong.'))
    }
    await expect(startOnFreePort(await findPort(21_000), [], start)).rejects.toThrow('The configuration is wrong.')
    expect(tried).toHaveLength(1)
  })
})

describe('local settings', () => {
  it('are valid in wrangler.toml', () => {
    expect(checkSettings(readLocalVars())).toHaveProperty('settings')
  })

  it('can be replaced in .dev.vars, and a wrong setting is named', () => {
    writeFileSync(path.join(folder, 'wrangler.toml'), 'name = "x"\n[vars]\nPRODUCT_URL = "http://localhost:1"\nOTHER = "kept"\n')
    writeFileSync(path.join(folder, '.dev.vars'), 'PRODUCT_URL=nonsense\n')
    const vars = readLocalVars(folder)
    expect(vars).toMatchObject({ PRODUCT_URL: 'nonsense', OTHER: 'kept' })
    expect(checkSettings({ ...readLocalVars(), ...vars })).toEqual({ fault: expect.stringContaining('PRODUCT_URL') })
  })
})

describe('the state folder of a start', () => {
  const state = () => path.join(folder, 'state')

  it('is listed as in use while the process runs, and not after it has ended', async () => {
    const own = takeFreeState(state())
    expect(own.state).toBe(state())
    expect(listRunning(state())).toEqual([process.pid])
    const child = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => child.once('exit', resolve))
    writeFileSync(path.join(state(), 'running', String(child.pid)), '')
    expect(listRunning(state())).toEqual([process.pid])
    own.release()
    expect(listRunning(state())).toEqual([])
  })

  it('belongs to one of several starts of the same moment, and is free again when a start is killed', async () => {
    const file = path.join(root, 'scripts/running.ts')
    const takesAndWaits = `import { takeFreeState } from ${JSON.stringify(file)}; console.log(takeFreeState(process.argv[1]).state); setInterval(() => {}, 1000)`
    const starts = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', takesAndWaits, state()], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    const taken = await Promise.all(starts.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()))
    expect(taken.toSorted()).toEqual([state(), `${state()}-2`, `${state()}-3`])

    const first = starts[taken.indexOf(state())]
    first?.kill('SIGKILL')
    if (first) await once(first, 'exit')
    const own = takeFreeState(state())
    expect(own.state).toBe(state())
    own.release()
    for (const start of starts) start.kill()
  })
})

describe('the admin client', () => {
  const answers: { status: number; body: string }[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const { status, body } = answers.shift() ?? { status: 204, body: '' }
    response.writeHead(status).end(body)
  })
  let address = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('sends the local token to localhost, or the token in ADMIN_TOKEN', async () => {
    answers.push({ status: 200, body: '{"config":[]}' })
    expect(await createAdminClient(address, {}).send('GET', 'config')).toEqual({ config: [] })
    await createAdminClient(address, { ADMIN_TOKEN: 'mine' }).send('DELETE', 'config/x')
    expect(requests.map(({ method, url, headers }) => `${method} ${url} ${headers.authorization}`)).toEqual([
      'GET /api/admin/config Bearer local-admin-token',
      'DELETE /api/admin/config/x Bearer mine',
    ])
  })

  it('never sends the local token to another host', () => {
    expect(() => createAdminClient('https://play.example.com', {})).toThrow('ADMIN_TOKEN')
  })

  it('throws the error message of the product, with the request id', async () => {
    const issues = [{ path: 'value', message: 'must be true or false' }]
    const body = JSON.stringify({ type: 'about:blank', title: 'Not right.', status: 400, code: 'InvalidInput', requestId: 'r-1', issues })
    answers.push({ status: 400, body })
    await expect(createAdminClient(address, {}).send('PUT', 'config/x', { value: 1 })).rejects.toThrow(
      /Not right.*InvalidInput, request r-1.*\n.*must be true or false/s,
    )
  })

  it('says when the product does not answer', async () => {
    const port = await findPort(20_000)
    await expect(createAdminClient(`http://localhost:${port}`, {}).send('GET', 'config')).rejects.toThrow('Is it running?')
  })
})

describe('packParts', () => {
  it('keeps every row in order, and every part below the limit', () => {
    const names = Array.from({ length: 500 }, (_, index) => ({ name: 'x'.repeat(index % 40), weight: index, cityId: index }))
    const parts = [...packParts({ cities: [], names, prefixes: [{ prefix: 'x', cities: [] }] }, 3_000)]
    expect(parts.flatMap((part: CityIndexPart) => part.names)).toEqual(names)
    expect(parts.at(-1)?.prefixes).toHaveLength(1)
    expect(Math.max(...parts.map((part) => JSON.stringify(part).length))).toBeLessThan(3_000)
    expect(parts.length).toBeLessThan(20)
  })
})
