/** Stands in for preact's own types, which @auth/core names and which would bring the browser's globals along. */
export declare namespace JSX {
  type IntrinsicElements = Record<string, unknown>
  type InputHTMLAttributes = Record<string, unknown>
}
