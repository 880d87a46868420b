/** "120 kB" or "3.4 MB". */
export function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  if (kilobytes < 1024) return `${kilobytes} kB`
  const megabytes = bytes / 1024 / 1024
  return `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`
}
