import { createServer } from 'node:net'

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // On a machine without IPv6, no program can use the port there.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Checks IPv4 and IPv6: a browser would connect to another program on [::1] even if 127.0.0.1 is free. */
async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))
}

/** Finds the first free port from `firstPort` on, except those in `excluded`. */
export async function findPort(firstPort: number, excluded: readonly number[] = []): Promise<number> {
  for (let port = firstPort; port < Math.min(firstPort + 200, 65_536); port++) {
    if (!excluded.includes(port) && (await isPortFree(port))) return port
  }
  throw new Error(`There is no free port between ${firstPort} and ${firstPort + 199}.`)
}

const maxStarts = 10

/**
 * Starts a server on the first free port. Only the server itself can take the port for good, so another program may be faster. Then
 * we try again. The same holds for other ports that the server chooses itself, such as that of the debugger.
 */
export async function startOnFreePort<Started>(
  firstPort: number,
  excluded: readonly number[],
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  for (let count = 1; ; count++) {
    const port = await findPort(firstPort, excluded)
    try {
      return await start(port)
    } catch (error) {
      const isTaken = (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') || !(await isPortFree(port))
      if (!isTaken || count === maxStarts) throw error
    }
  }
}
