import { describe, expect, it } from 'vitest';
import { matchSubject } from '@/lib/detectors/rollout-errors/match-subject';

const lab = ['shop/shop', 'shop/cart', 'legacy/legacy', 'milo/apiserver'];
const workloads = ['milo/apiserver', 'default/shop', 'default/shop-api', 'test/shop', 'default/cart'];

describe('matchSubject', () => {
  it.each([
    ['httproute/milo/apiserver/rule/0', ['milo/apiserver']],
    ['kube_default__shop__shop_example_org____', ['default/shop']],
    ['kube_default__shop_api__shop_example_org____', ['default/shop-api']],
    ['kube_rg__default__cart__all__0_0', ['default/cart']],
    ['outbound|80||cart.default.svc.cluster.local', ['default/cart']],
    ['default-shop-api-8080', ['default/shop-api']],
    ['shop', ['default/shop', 'test/shop']],
    ['shop-api', ['default/shop-api']],
    ['cart', ['default/cart']],
    ['bookshop', []],
    ['_unknownroute_', []],
    ['', []],
  ] as const)('%s', (subject, expected) => expect(matchSubject(subject, workloads)).toEqual(expected));

  it.each([
    ['kube_shop__shop__shop_example_org____shop', ['shop/shop']],
    ['kube_shop__cart__cart_example_org____cart', ['shop/cart']],
    ['kube_shop__cart__shop_example_org____cart', ['shop/cart']],
    ['kube_shop__main__shop_example_org____cart', ['shop/cart']],
    ['kube_other__shop__shop_example_org____shop', []],
    ['kube___catchall__shop_example_org____', ['shop/shop']],
    ['kube_legacy__legacy__legacy_example_org____legacy', ['legacy/legacy']],
    ['httproute/milo/apiserver/rule/0', ['milo/apiserver']],
    ['(no cluster)', []],
  ] as const)('a namespace named like a workload: %s', (subject, expected) => expect(matchSubject(subject, lab)).toEqual(expected));
});
