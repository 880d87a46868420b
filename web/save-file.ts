/** Downloads a file: the browser saves it in its usual folder, or asks where to save it. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The URL must stay valid until the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
