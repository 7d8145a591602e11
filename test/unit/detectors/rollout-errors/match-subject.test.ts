import { describe, expect, it } from 'vitest';
import { matchSubject } from '@/lib/detectors/rollout-errors/match-subject';

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
  ])('%s', (subject, expected) => expect(matchSubject(subject, workloads)).toEqual(expected));
});
