import { WebSocket } from 'ws'

const text = 'x'.repeat(200)
const marker = '"clientId":"'

function countMessages(frame: string): number {
  let count = 0
  for (let at = frame.indexOf(marker); at >= 0; at = frame.indexOf(marker, at + marker.length)) count += 1
  return count
}

type Delivery = {
  address: (person: number) => { url: string; headers?: Record<string, string> }
  people: number
  inFlight: number
  messages: number
}

async function open({ url, headers = {} }: { url: string; headers?: Record<string, string> }): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

/** Sends messages with a number of them under way at any time, and returns how many arrived per second, over all sockets. */
export async function deliver({ address, people, inFlight, messages }: Delivery): Promise<number> {
  const sockets: WebSocket[] = []
  for (let start = 0; start < people; start += 50) {
    const some = Array.from({ length: Math.min(50, people - start) }, (_, index) => open(address(start + index)))
    sockets.push(...(await Promise.all(some)))
  }
  let arrived = 0
  let sent = 0
  const { promise: allArrived, resolve } = Promise.withResolvers<void>()
  const run = crypto.randomUUID().slice(0, 8)
  const sendNext = () => {
    if (sent >= messages) return
    // Each person sends in turn, because nobody may send many at once.
    const person = sent % people
    sockets[person]?.send(JSON.stringify({ type: 'send', clientId: `${run}-${person}-${sent}`, text }))
    sent += 1
  }
  for (const [person, socket] of sockets.entries()) {
    const own = `${marker}${run}-${person}-`
    socket.on('message', (data) => {
      const frame = String(data)
      if (!frame.startsWith('{"type":"messages"')) return
      arrived += countMessages(frame)
      for (let at = frame.indexOf(own); at >= 0; at = frame.indexOf(own, at + own.length)) sendNext()
      if (arrived >= messages * people) resolve()
    })
    socket.on('close', (code, reason) => {
      if (sent < messages) throw new Error(`A socket closed: ${code} ${reason}`)
    })
  }
  const start = performance.now()
  for (let slot = 0; slot < inFlight; slot += 1) sendNext()
  await allArrived
  const seconds = (performance.now() - start) / 1000
  for (const socket of sockets) socket.terminate()
  return arrived / seconds
}
