type SessionNews = 'signedIn' | 'signedOut'

/** Says to the other tabs of this browser what happened to the session they share. */
const channel = new BroadcastChannel('session')

export const tellTabs = (news: SessionNews): void => channel.postMessage(news)

export function hearTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>) => listener(data)
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
