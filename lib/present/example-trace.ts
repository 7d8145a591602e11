/**
 * A short trace to try the box with: a request whose one attempt was refused, in the shape and with the words that Skipper
 * gave in the lab (Jaeger v1 JSON); names and ids are made up.
 */
export const exampleTrace = `{
 "data": [
  {
   "traceID": "4bf92f3577b34da6a3ce929d0e0e4736",
   "spans": [
    {
     "traceID": "4bf92f3577b34da6a3ce929d0e0e4736",
     "spanID": "00f067aa0ba902b7",
     "operationName": "ingress",
     "references": [],
     "startTime": 1780000000000000,
     "duration": 3000,
     "processID": "p1",
     "logs": [],
     "tags": [
      {
       "key": "component",
       "type": "string",
       "value": "skipper"
      },
      {
       "key": "span.kind",
       "type": "string",
       "value": "server"
      },
      {
       "key": "http.method",
       "type": "string",
       "value": "GET"
      },
      {
       "key": "http.host",
       "type": "string",
       "value": "shop.example.org"
      },
      {
       "key": "http.path",
       "type": "string",
       "value": "/orders/4711"
      },
      {
       "key": "http.status_code",
       "type": "int64",
       "value": 502
      },
      {
       "key": "skipper.route_id",
       "type": "string",
       "value": "shop_orders"
      },
      {
       "key": "error",
       "type": "bool",
       "value": true
      }
     ]
    },
    {
     "traceID": "4bf92f3577b34da6a3ce929d0e0e4736",
     "spanID": "b7ad6b7169203331",
     "operationName": "proxy",
     "references": [
      {
       "refType": "CHILD_OF",
       "traceID": "4bf92f3577b34da6a3ce929d0e0e4736",
       "spanID": "00f067aa0ba902b7"
      }
     ],
     "startTime": 1780000000001000,
     "duration": 1000,
     "processID": "p1",
     "logs": [
      {
       "timestamp": 1780000000002000,
       "fields": [
        {
         "key": "event",
         "type": "string",
         "value": "error"
        },
        {
         "key": "message",
         "type": "string",
         "value": "dialing failed true: dial tcp 10.2.0.9:8080: connect: connection refused"
        }
       ]
      }
     ],
     "tags": [
      {
       "key": "component",
       "type": "string",
       "value": "skipper"
      },
      {
       "key": "span.kind",
       "type": "string",
       "value": "client"
      },
      {
       "key": "skipper.route_id",
       "type": "string",
       "value": "shop_orders"
      },
      {
       "key": "network.peer.address",
       "type": "string",
       "value": "10.2.0.9:8080"
      },
      {
       "key": "error",
       "type": "bool",
       "value": true
      }
     ]
    }
   ],
   "processes": {
    "p1": {
     "serviceName": "skipper-ingress",
     "tags": []
    }
   }
  }
 ]
}
`;
