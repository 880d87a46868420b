type Answer = (text: string, socket: WebSocket) => void

/** Opens a socket of the product as a person, answers each message, and waits until it is closed. */
export async function openSocket(url: string, cookie: string, answer: Answer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Node’s WebSocket can send headers; the type of the standard does not know that.
  const options = { headers: { cookie, origin: new URL(url).origin } } as unknown as string[]
  const socket = new WebSocket(url.replace('http', 'ws'), options)
  socket.addEventListener('message', ({ data }) => {
    try {
      answer(String(data), socket)
    } catch (error) {
      reject(error)
      socket.close()
    }
  })
  socket.addEventListener('close', ({ code }) => (code === 1000 ? resolve() : reject(new Error(`The socket ${url} closed with ${code}`))))
  socket.addEventListener('error', () => reject(new Error(`The socket ${url} could not be opened`)))
  await promise
}
