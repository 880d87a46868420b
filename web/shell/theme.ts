import { useState } from 'react'
import { readTheme, type Theme, themeCookie } from '../../domain/themes.ts'

const yearInSeconds = 365 * 24 * 60 * 60

const readCurrentTheme = () => readTheme(document.documentElement.dataset.theme)

/** The theme is stored in a cookie, so that the Worker can render the next page with it from the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readCurrentTheme)
  const choose = (next: Theme) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing from browsers people still use
    document.cookie = `${themeCookie}=${next}; path=/; max-age=${yearInSeconds}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
    applyTheme(next)
    setTheme(next)
  }
  return [theme, choose]
}

/** Reads the theme from the cookie, because the Worker has not rendered this page if the shell was opened offline. */
export function applyStoredTheme(): void {
  const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${themeCookie}=`))
  if (stored) applyTheme(readTheme(stored.split('=')[1]))
}

/** Applies the theme to the page and to the browser's own bar. Until the user chooses a theme, the color of that bar follows the device. */
function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    color.dataset.light ??= color.media.includes('dark') ? 'dark' : 'light'
    if (theme === 'system') color.media = `(prefers-color-scheme: ${color.dataset.light})`
    else color.media = color.dataset.light === theme ? 'all' : 'not all'
  }
}
