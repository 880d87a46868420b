import { createServer } from 'node:net'

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // A machine without IPv6 cannot be busy there.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Both faces of localhost: a stranger on [::1] would catch the browser even when 127.0.0.1 is free. */
async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))
}

/** The first free port from `wanted` on, leaving out those already promised. */
export async function findPort(wanted: number, taken: readonly number[] = []): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 200, 65_536); port++) {
    if (!taken.includes(port) && (await isPortFree(port))) return port
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 199}.`)
}
