type ScreenFiles = Partial<Record<string, string[]>>

let screenFiles: ScreenFiles = {}

/**
 * Loads the list of the files that each screen needs. It is long, and the page already names the files of the first screen, so it is
 * not part of the first load. Without the list, screens open a little slower.
 */
export async function loadScreenFiles(url: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) return
  const files: ScreenFiles = await response.json()
  screenFiles = files
}

/** Starts to load all files of a screen at once. Otherwise the browser would find them one after the other. */
export function preloadScreen(page: string): void {
  for (const file of screenFiles[page] ?? []) {
    if (document.querySelector(`link[rel="modulepreload"][href="${file}"]`)) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
}
