import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cacheDir } from '../../scripts/environment.ts'
import { findPort } from '../../scripts/find-port.ts'
import { startBackground } from '../../scripts/run-command.ts'
import { spawnSandbox } from '../../scripts/spawn-sandbox.ts'
import { waitForAddress } from '../../scripts/wait-for.ts'

it('does not accept the answer of another server when its own server has ended', async () => {
  const ownServer = startBackground('node', ['-e', ''])
  const otherServer = createServer(async (_, response) => {
    if (ownServer.child.exitCode === null) await once(ownServer.child, 'exit')
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as AddressInfo
  await expect(waitForAddress(`http://127.0.0.1:${port}/`, ownServer)).rejects.toThrow('The server stopped at once')
  otherServer.close()
})

it('gives one port to one of two sandboxes that start at once', async () => {
  mkdirSync(cacheDir, { recursive: true })
  const state = mkdtempSync(path.join(cacheDir, 'sandboxes-'))
  const port = await findPort(21_300)
  const starts = await Promise.allSettled([1, 2].map(() => spawnSandbox({ port, state })))
  await Promise.all(starts.map((start) => start.status === 'fulfilled' && start.value.stop()))
  rmSync(state, { recursive: true, force: true })
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
