/** In the address of a form: the page of it that is shown. */
export const pageParameter = 'page'
