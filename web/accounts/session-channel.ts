type SessionEvent = 'signedIn' | 'signedOut'

/** Tells the other tabs of this browser when the session they share starts or ends. */
const channel = new BroadcastChannel('session')

export const notifyOtherTabs = (event: SessionEvent): void => channel.postMessage(event)

export function listenToOtherTabs(listener: (event: SessionEvent) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<SessionEvent>) => listener(data)
  channel.addEventListener('message', handleMessage)
  return () => channel.removeEventListener('message', handleMessage)
}
