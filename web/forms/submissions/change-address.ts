/** In the address of a submission while its answers are changed. */
export const changeParameter = 'change'

export const changeAddress = (key: string | null) =>
  new URLSearchParams({ [changeParameter]: '1', ...(key !== null && { key }) }).toString()
