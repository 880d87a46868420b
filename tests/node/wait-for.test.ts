import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startBackground } from '../../scripts/run-command.ts'
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
