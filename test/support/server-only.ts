// Vitest runs outside React Server Components: the guard package is replaced by this empty module.
export {};
