/** `confirmed` means that the user has just proved with Google who they are. */
type SessionEvent = 'signedIn' | 'signedOut' | 'confirmed'

/** Tells the other tabs of this browser when the session they share starts, ends or is confirmed. */
const channel = new BroadcastChannel('session')

export const notifyOtherTabs = (event: SessionEvent): void => channel.postMessage(event)

export function listenToOtherTabs(listener: (event: SessionEvent) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<SessionEvent>) => listener(data)
  channel.addEventListener('message', handleMessage)
  return () => channel.removeEventListener('message', handleMessage)
}
