import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startBackground } from '../../scripts/run-command.ts'
import { waitForAddress } from '../../scripts/wait-for.ts'

it('takes no other’s answer for that of a server that ended meanwhile', async () => {
  const ours = startBackground('node', ['-e', ''])
  const other = createServer(async (_, response) => {
    if (ours.child.exitCode === null) await once(ours.child, 'exit')
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(waitForAddress(`http://127.0.0.1:${port}/`, ours)).rejects.toThrow('It stopped at once')
  other.close()
})
