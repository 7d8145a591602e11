package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	egv1a1 "github.com/envoyproxy/gateway/api/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	netv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	gwapiv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

// Reads documents separated by a line "---" and prints one line each: "ok KIND" or "error KIND: why".
func main() {
	crd := os.Args[1]
	check, err := crdCheck(crd)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	all, _ := io.ReadAll(os.Stdin)
	for _, doc := range strings.Split(string(all), "\n---\n") {
		kind, err := decode([]byte(doc), check)
		if err != nil {
			fmt.Printf("error %s: %s\n", kind, strings.ReplaceAll(err.Error(), "\n", " "))
		} else {
			fmt.Printf("ok %s\n", kind)
		}
	}
}

func decode(doc []byte, check func([]byte) error) (string, error) {
	var head struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	if err := yaml.Unmarshal(doc, &head); err != nil {
		return "?", err
	}
	switch head.APIVersion + " " + head.Kind {
	case "gateway.envoyproxy.io/v1alpha1 BackendTrafficPolicy":
		if err := yaml.UnmarshalStrict(doc, &egv1a1.BackendTrafficPolicy{}); err != nil {
			return head.Kind, err
		}
		return head.Kind, check(doc)
	case "policy/v1 PodDisruptionBudget":
		return head.Kind, yaml.UnmarshalStrict(doc, &policyv1.PodDisruptionBudget{})
	case "apps/v1 Deployment":
		return head.Kind, yaml.UnmarshalStrict(doc, &appsv1.Deployment{})
	case "gateway.networking.k8s.io/v1 HTTPRoute":
		return head.Kind, yaml.UnmarshalStrict(doc, &gwapiv1.HTTPRoute{})
	case "networking.k8s.io/v1 Ingress":
		return head.Kind, yaml.UnmarshalStrict(doc, &netv1.Ingress{})
	}
	return head.Kind, fmt.Errorf("unknown type %q %q", head.APIVersion, head.Kind)
}

// crdCheck validates as the API server does: OpenAPI schema, then the CEL rules.
func crdCheck(path string) (func([]byte) error, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var crd apiextv1.CustomResourceDefinition
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	if err := apiextv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(crd.Spec.Versions[0].Schema.OpenAPIV3Schema, &internal, nil); err != nil {
		return nil, err
	}
	structural, err := schema.NewStructural(&internal)
	if err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(&internal)
	if err != nil {
		return nil, err
	}
	rules := cel.NewValidator(structural, true, celconfig.PerCallLimit)
	return func(doc []byte) error {
		var object map[string]interface{}
		if err := yaml.Unmarshal(doc, &object); err != nil {
			return err
		}
		defaulting.Default(object, structural)
		if errs := validation.ValidateCustomResource(nil, object, validator); len(errs) > 0 {
			return errs.ToAggregate()
		}
		errs, _ := rules.Validate(context.TODO(), field.NewPath(""), structural, object, nil, celconfig.RuntimeCELCostBudget)
		return errs.ToAggregate()
	}, nil
}
