import { useState } from 'react'
import { readTheme, type Theme, themeCookie } from '../../domain/boot.ts'

const year = 365 * 24 * 60 * 60

const currentTheme = () => readTheme(document.documentElement.dataset.theme)

/** The theme lives in a cookie, so that the Worker draws the next page in it from the first paint on. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(currentTheme)
  const choose = (next: Theme) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing from browsers people still use
    document.cookie = `${themeCookie}=${next}; path=/; max-age=${year}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
    wearTheme(next)
    setTheme(next)
  }
  return [theme, choose]
}

/** Where the Worker did not draw the page (the shell opened offline), the cookie still tells. */
export function applyStoredTheme(): void {
  const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${themeCookie}=`))
  if (stored) wearTheme(readTheme(stored.split('=')[1]))
}

/** The page and the browser's own bar around it. The bar's two colors are for the device's light until a person chooses. */
function wearTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const color of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    color.dataset.light ??= color.media.includes('dark') ? 'dark' : 'light'
    if (theme === 'system') color.media = `(prefers-color-scheme: ${color.dataset.light})`
    else color.media = color.dataset.light === theme ? 'all' : 'not all'
  }
}
