import next from 'eslint-config-next';

const pure = ['lib/domain/**', 'lib/ports/**', 'lib/detectors/**', 'lib/dialects/**', 'lib/present/**', 'lib/url/**', 'lib/wire/**'];

/** Names that the pure middle must not reach for: no React, no fetch, no env, no clock, no chance. */
const impure = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'The clock is an argument.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'The clock is an argument.' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Chance is an argument.' },
  { selector: "MemberExpression[object.name='process']", message: 'The environment is an argument.' },
  { selector: "CallExpression[callee.name='fetch']", message: 'Only adapters fetch.' },
];

const config = [
  { ignores: ['.next/**', 'node_modules/**', 'next-env.d.ts', 'coverage/**', '.lab/**', 'test/fixtures/**'] },
  ...next,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: pure.map((folder) => `${folder}/*.{ts,tsx}`),
    rules: {
      'no-restricted-syntax': ['error', ...impure],
      'no-restricted-imports': ['error', { patterns: ['react', 'react-dom', 'next/*', 'node:*', 'undici', 'server-only'] }],
    },
  },
];

export default config;
