import { useConfig } from '../app-state.ts'

/** Pages to pay are only at the product. From the domain of a community, the whole address leads there. */
export function useProductPath(): (path: string) => string {
  const { host, productUrl } = useConfig()
  return (path) => (host === 'product' ? path : productUrl + path)
}
